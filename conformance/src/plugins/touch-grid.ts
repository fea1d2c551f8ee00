import { contactForce, definePlugin, enums } from '@qpos/core';

const wrench = new Float64Array(6);

/**
 * Normal forces of the contacts of a site's body, added up in the cells of a grid over angles as seen from the site (azimuth around its z axis,
 * elevation from its xy plane), in degrees.
 */
export const touchGrid = definePlugin({
  name: 'example.touch-grid',
  attributes: { size: [7, 7], fov: [45, 45] },
  sensor: {
    stage: 'acc',
    dim: ({ size }) => (size[0] as number) * (size[1] as number),
    compute(model, data, { config, sensors }) {
      const [columns, rows] = config.size as [number, number];
      const [wide, high] = config.fov as [number, number];
      for (const sensor of sensors) {
        if (model.sensor_objtype[sensor] !== enums.ObjType.SITE) throw new Error('a touch grid is on a site');
        const site = model.sensor_objid[sensor] as number;
        const body = model.site_bodyid[site] as number;
        const first = model.sensor_adr[sensor] as number;
        data.sensordata.fill(0, first, first + columns * rows);
        for (let c = 0; c < data.ncon; c++) {
          const [g1, g2] = data.contact.geom.subarray(2 * c, 2 * c + 2) as unknown as [number, number];
          if (model.geom_bodyid[g1] !== body && model.geom_bodyid[g2] !== body) continue;
          const [x, y, z] = inFrame(data.contact.pos, 3 * c, data.site_xpos, 3 * site, data.site_xmat, 9 * site);
          const azimuth = (Math.atan2(x, -z) * 180) / Math.PI;
          const elevation = (Math.atan2(y, Math.hypot(x, z)) * 180) / Math.PI;
          const column = Math.floor(((azimuth / wide + 1) / 2) * columns);
          const row = Math.floor(((elevation / high + 1) / 2) * rows);
          if (column < 0 || column >= columns || row < 0 || row >= rows) continue;
          contactForce(model, data, c, wrench);
          data.sensordata[first + row * columns + column] += wrench[0] as number;
        }
      }
    },
  },
});

type Numbers = ArrayLike<number>;

/** A point in the frame of a site. */
function inFrame(
  point: Numbers,
  p: number,
  pos: Numbers,
  q: number,
  mat: Numbers,
  m: number,
): [number, number, number] {
  const at = (k: number): number => {
    let sum = 0;
    for (let i = 0; i < 3; i++)
      sum += (mat[m + 3 * i + k] as number) * ((point[p + i] as number) - (pos[q + i] as number));
    return sum;
  };
  return [at(0), at(1), at(2)];
}
