import { contactForce, type Data, definePlugin, enums, type Model } from '@qpos/core';
import { atan2, hypot } from '@qpos/core/math';

/** Edges of the cells along one axis, ascending. */
type Edges = Float64Array;

const CHANNELS = [2, 0, 1]; // axes of the site in the order of the images: normal first

/**
 * Edges of n cells from -fov to fov degrees: evenly spaced for gamma 0, and with gamma 1 narrow in the middle and wide at the rim, like a fovea.
 */
function cellEdges(n: number, fov: number, gamma: number): Edges {
  return Float64Array.from({ length: n + 1 }, (_, k) => {
    const x = (2 * k) / n - 1;
    return (gamma * x ** 5 + (1 - gamma) * x) * fov * (Math.PI / 180);
  });
}

/** The cell of an angle, or -1 outside. */
function cellOf(edges: Edges, angle: number): number {
  const last = edges.length - 1;
  if (!(angle >= (edges[0] as number) && angle < (edges[last] as number))) return -1;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) <= angle) low = middle;
    else high = middle;
  }
  return low;
}

const wrench = new Float64Array(6); // of a contact, in its frame
const offset = new Float64Array(3); // of its point from the site
const inSite = new Float64Array(3);
const world = new Float64Array(3);

/** res = a vector of the world in the axes of a site. */
function toSite(res: Float64Array, data: Data, site: number, vec: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    res[k] = 0;
    for (let i = 0; i < 3; i++)
      (res[k] as number) += (data.site_xmat[9 * site + 3 * i + k] as number) * (vec[i] as number);
  }
}

/** `inSite` = the force (part 0) or torque (part 3) of `wrench`, whose axes are the rows of contact c's frame. */
function turnWrench(data: Data, c: number, site: number, part: number, sign: number): void {
  for (let k = 0; k < 3; k++) {
    world[k] = 0;
    for (let i = 0; i < 3; i++)
      (world[k] as number) += sign * (data.contact.frame[9 * c + 3 * i + k] as number) * (wrench[part + i] as number);
  }
  toSite(inSite, data, site, world);
}

/** The sign with which a contact acts on a body: 1 on its second geom, -1 on its first, 0 if it does not touch the body. */
function signOn(model: Model, data: Data, c: number, body: number): number {
  const [g1, g2] = [data.contact.geom[2 * c] as number, data.contact.geom[2 * c + 1] as number];
  const [first, second] = [g1 >= 0 && model.geom_bodyid[g1] === body, g2 >= 0 && model.geom_bodyid[g2] === body];
  return first === second ? 0 : second ? 1 : -1;
}

/**
 * `mujoco.sensor.touch_grid`: the contact forces on the body of a site, added up in the cells of a grid over the directions in which the site sees them. The
 * site looks along its negative z axis, as cameras do. There are `nchannel` images of size[0]·size[1] cells, row by row from below: the forces along
 * the z, x and y axes of the site, then the torques about them. `fov` reaches that many degrees to both sides.
 */
export const touchGrid = definePlugin({
  name: 'mujoco.sensor.touch_grid',
  attributes: { nchannel: 1, size: [7, 7], fov: [45, 45], gamma: 0 },
  init(model, _data, { config, sensors }) {
    const { nchannel, size, fov, gamma } = config;
    const [columns = 0, rows = 0] = size;
    const [wide = 0, high = 0] = fov;
    if (!Number.isInteger(nchannel) || nchannel < 1 || nchannel > 6) throw new Error('nchannel must be from 1 to 6');
    if (!(Number.isInteger(columns) && Number.isInteger(rows) && columns > 0 && rows > 0))
      throw new Error('size must be two positive whole numbers');
    if (!(wide > 0 && wide <= 180 && high > 0 && high <= 90))
      throw new Error('fov must be two numbers of degrees, up to 180 and up to 90');
    if (!(gamma >= 0 && gamma <= 1)) throw new Error('gamma must be from 0 to 1');
    for (const sensor of sensors)
      if (model.sensor_objtype[sensor] !== enums.ObjType.SITE)
        throw new Error('a touch grid is on a site: objtype="site"');
    return { x: cellEdges(columns, wide, gamma), y: cellEdges(rows, high, gamma) };
  },
  sensor: {
    stage: 'acc',
    dim: ({ nchannel, size }) => nchannel * (size[0] ?? 0) * (size[1] ?? 0),
    compute(model, data, { config, sensors, local }) {
      const [columns = 0, rows = 0] = config.size;
      for (const sensor of sensors) {
        const site = model.sensor_objid[sensor] as number;
        const body = model.site_bodyid[site] as number;
        const first = model.sensor_adr[sensor] as number;
        data.sensordata.fill(0, first, first + config.nchannel * columns * rows);
        for (let c = 0; c < data.ncon; c++) {
          const sign = signOn(model, data, c, body);
          if (sign === 0) continue;
          for (let k = 0; k < 3; k++)
            offset[k] = (data.contact.pos[3 * c + k] as number) - (data.site_xpos[3 * site + k] as number);
          toSite(inSite, data, site, offset);
          const [x, y, z] = [inSite[0] as number, inSite[1] as number, inSite[2] as number];
          const column = cellOf(local.x, atan2(x, -z));
          const row = cellOf(local.y, atan2(y, hypot(x, z)));
          if (column < 0 || row < 0) continue;
          contactForce(model, data, c, wrench);
          for (let channel = 0; channel < config.nchannel; channel++) {
            if (channel % 3 === 0) turnWrench(data, c, site, channel, sign);
            const adr = first + (channel * rows + row) * columns + column;
            data.sensordata[adr] =
              (data.sensordata[adr] as number) + (inSite[CHANNELS[channel % 3] as number] as number);
          }
        }
      }
    },
  },
});
