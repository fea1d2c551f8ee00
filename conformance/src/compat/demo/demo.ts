/** A small program in the style of the public demos. The test runs it on both packages: only this import differs. */
import loadMujoco from 'qpos/compat';
import {
  AmbientLight,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  DataTexture,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  RGBAFormat,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from 'three';

/** What a run of the demo ends with. */
export interface DemoResult {
  readonly qpos: number[];
  /** Where three.js has each mesh: the translations of their matrices. */
  readonly places: number[];
  readonly contacts: number[];
  readonly names: string[];
  readonly triangles: number;
  readonly texels: number;
  /** Pixels of the picture that are not of its background. */
  readonly painted: number;
}

const XML = `<mujoco><asset><mesh name="tetra" file="tetra.obj"/><texture name="grid" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0" rgb2="0 1 0"/>
  <material name="grid" texture="grid"/></asset>
  <worldbody><geom name="floor" type="plane" size="2 2 .1" material="grid"/>
    <body name="ball" pos="0 0 .5"><freejoint/><geom name="ball" size=".1"/></body>
    <body name="arm" pos=".6 0 .8"><joint axis="0 1 0" damping=".1"/><geom type="capsule" size=".04" fromto="0 0 0 -.4 0 0"/><geom type="box" size=".05 .05 .05" pos="-.4 0 0"/></body>
    <body name="hull" pos="-.5 0 .4"><freejoint/><geom type="mesh" mesh="tetra"/></body></worldbody>
  <keyframe><key name="thrown" qvel="0 0 1 0 0 0 1 0 0 1 0 0 0"/></keyframe></mujoco>`;
const TETRA = 'v 0 0 0\nv .3 0 0\nv 0 .3 0\nv 0 0 .3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const STEPS = 350;
const DRAGGED = 60;

type Mujoco = Awaited<ReturnType<typeof loadMujoco>>;
type Model = InstanceType<Mujoco['MjModel']>;

/** The shape of a geom; of a mesh, from the arrays of the model. */
function shapeOf(mujoco: Mujoco, model: Model, g: number): BufferGeometry {
  const { mjtGeom } = mujoco;
  const [x = 0, y = 0, z = 0] = model.geom_size.subarray(3 * g, 3 * g + 3);
  switch (model.geom_type[g]) {
    case mjtGeom.mjGEOM_PLANE.value:
      return new PlaneGeometry(2 * x, 2 * y);
    case mjtGeom.mjGEOM_SPHERE.value:
      return new SphereGeometry(x);
    case mjtGeom.mjGEOM_CAPSULE.value:
      return new CapsuleGeometry(x, 2 * y).rotateX(Math.PI / 2);
    case mjtGeom.mjGEOM_BOX.value:
      return new BoxGeometry(2 * x, 2 * y, 2 * z);
    default: {
      const id = model.geom_dataid[g] as number;
      const part = (array: Float32Array | Int32Array, adr: Int32Array, num: Int32Array): number[] =>
        Array.from(array.subarray(3 * (adr[id] as number), 3 * ((adr[id] as number) + (num[id] as number))));
      const shape = new BufferGeometry();
      const vertices = part(model.mesh_vert, model.mesh_vertadr, model.mesh_vertnum);
      shape.setAttribute('position', new BufferAttribute(Float32Array.from(vertices), 3));
      shape.setIndex(part(model.mesh_face, model.mesh_faceadr, model.mesh_facenum));
      shape.computeVertexNormals();
      return shape;
    }
  }
}

/** The picture of a material, from the arrays of the model. */
function textureOf(model: Model, geom: number): DataTexture | null {
  const material = model.geom_matid[geom] as number;
  if (material < 0) return null;
  const id = Array.from(model.mat_texid.subarray(10 * material, 10 * material + 10)).find((t) => t >= 0) as number;
  const [width, height] = [model.tex_width[id] as number, model.tex_height[id] as number];
  const [adr, channels] = [Number(model.tex_adr[id]), model.tex_nchannel[id] as number];
  const texels = new Uint8Array(4 * width * height).fill(255);
  for (let k = 0; k < width * height; k++)
    for (let c = 0; c < channels; c++) texels[4 * k + c] = model.tex_data[adr + channels * k + c] as number;
  const texture = new DataTexture(texels, width, height, RGBAFormat);
  texture.needsUpdate = true;
  return texture;
}

/** Where the page has the WebAssembly file of the official package: the bundler writes it here. */
declare const WASM_URL: string;

async function runDemo(): Promise<DemoResult> {
  const mujoco = await loadMujoco({ locateFile: () => WASM_URL });
  mujoco.FS.mkdir('/working');
  mujoco.FS.mount(mujoco.MEMFS, { root: '.' }, '/working');
  mujoco.FS.writeFile('/working/scene.xml', XML);
  mujoco.FS.writeFile('/working/tetra.obj', TETRA);
  const model = mujoco.MjModel.from_xml_path('/working/scene.xml');
  const data = new mujoco.MjData(model);

  const scene = new Scene();
  scene.add(new AmbientLight(0xffffff, 2));
  const meshes = Array.from({ length: model.ngeom }, (_, g) => {
    const [r = 0, green = 0, b = 0] = model.geom_rgba.subarray(4 * g, 4 * g + 3);
    const material = new MeshLambertMaterial({ map: textureOf(model, g) });
    material.color.setRGB(r, green, b);
    const mesh = new Mesh(shapeOf(mujoco, model, g), material);
    mesh.matrixAutoUpdate = false;
    scene.add(mesh);
    return mesh;
  });

  mujoco.mj_resetDataKeyframe(model, data, 0);
  const ball = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY.value, 'ball');
  const pull = new mujoco.DoubleBuffer(model.nv);
  for (let k = 0; k < STEPS; k++) {
    data.qfrc_applied.fill(0);
    if (k < DRAGGED) {
      pull.GetView().fill(0);
      const point = Array.from(data.xpos.subarray(3 * ball, 3 * ball + 3));
      mujoco.mj_applyFT(model, data, [3, 1, 0], [0, 0, 0], point, ball, pull);
      data.qfrc_applied.set(pull.GetView());
    }
    mujoco.mj_step(model, data);
  }
  mujoco.mj_forward(model, data);

  meshes.forEach((mesh, g) => {
    const m = data.geom_xmat.subarray(9 * g, 9 * g + 9);
    const p = data.geom_xpos.subarray(3 * g, 3 * g + 3);
    const at = (array: Float64Array, k: number): number => array[k] as number;
    mesh.matrix.set(
      ...([at(m, 0), at(m, 1), at(m, 2), at(p, 0), at(m, 3), at(m, 4), at(m, 5), at(p, 1)] as const),
      ...([at(m, 6), at(m, 7), at(m, 8), at(p, 2), 0, 0, 0, 1] as const),
    );
    mesh.matrixWorldNeedsUpdate = true;
  });
  const contacts = Array.from({ length: data.contact.size() }, (_, k) => data.contact.get(k)?.geom2 ?? -1);
  const result = {
    qpos: Array.from(data.qpos),
    places: meshes.flatMap(({ matrix }) => new Vector3().setFromMatrixPosition(matrix).toArray()),
    contacts,
    names: Array.from({ length: model.nbody }, (_, b) => model.body(b).name),
    triangles: meshes.reduce((sum, { geometry }) => sum + (geometry.index?.count ?? 0) / 3, 0),
    texels: model.tex_data.reduce((sum, x) => sum + x, 0),
    painted: paint(scene),
  };
  data.delete();
  model.delete();
  return result;
}

/** Draws the scene and counts the pixels that show something. */
function paint(scene: Scene): number {
  const size = 64;
  const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(size, size);
  const camera = new PerspectiveCamera(45, 1, 0.1, 20);
  camera.up.set(0, 0, 1);
  camera.position.set(0, -4, 2);
  camera.lookAt(0, 0, 0);
  renderer.render(scene, camera);
  const pixels = new Uint8Array(4 * size * size);
  const gl = renderer.getContext();
  gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels.filter((x, k) => k % 4 < 3 && x > 10).length;
}

await fetch('/results', { method: 'POST', body: JSON.stringify(await runDemo()) });
