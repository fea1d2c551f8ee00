import { type Data, enums, type Model } from '@qpos/core';
import { Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { Framing } from './framing.ts';
import { sensorWindow, type Window } from './sensor-window.ts';

/** Which camera is used: a free one, one that follows a body, or one of the model. */
export type CameraMode = { kind: 'free' } | { kind: 'track'; body: number } | { kind: 'fixed'; camera: number };

const radians = Math.PI / 180;
const DISTANCE = 1.5; // of the free camera, in extents of the model, as in MuJoCo
const MARGIN = 1.04; // room around what is framed
const FARTHEST = 3; // times the usual distance
const FRAMING_TIME = 0.4; // seconds of the simulation in which the camera follows
const basis = new Matrix4();
const target = new Vector3();
const forward = new Vector3();
const right = new Vector3();
const up = new Vector3();

/**
 * A free camera that orbits a point or follows a body, and the cameras of the model. The z axis points up.
 *
 * @example
 * const rig = new CameraRig(model);
 * rig.mode = { kind: 'track', body: model.body('ball').id };
 * rig.orbit(45, 0);
 * rig.update(data);
 */
export class CameraRig {
  /** The point that a free camera looks at, in the world frame. */
  readonly lookat = new Vector3();
  /** Distance from that point. */
  distance = 2;
  /** Direction of sight about the z axis, in degrees. */
  azimuth = 90;
  /** Direction of sight above the horizon, in degrees; negative looks down. */
  elevation = -45;
  /** Free, following a body, or a camera of the model. */
  mode: CameraMode = { kind: 'free' };
  /**
   * Whether it steps back from the view that the model asks for until everything is in the picture, and keeps it there while things move.
   * Ends when the camera is moved otherwise: by `orbit`, `pan` or `zoom`, or by another `lookat` or `distance`. Off by default.
   */
  autoFrame = false;
  readonly #framing: Framing;
  #framed = '';
  #framedTime = 0;
  #framedDistance = 0;
  readonly #framedPoint = new Vector3();
  readonly #model: Model;
  readonly #perspective = new PerspectiveCamera();
  readonly #orthographic = new OrthographicCamera();
  #aspect = 1;

  /** @param model The model. */
  constructor(model: Model) {
    this.#model = model;
    this.#framing = new Framing(model);
    this.#perspective.up.set(0, 0, 1);
    this.#orthographic.up.set(0, 0, 1);
    this.reset();
  }

  /** The camera to draw with. */
  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.#isOrthographic() ? this.#orthographic : this.#perspective;
  }

  /**
   * Where shadows should be sharpest.
   *
   * @param out Receives the point.
   * @returns `out`.
   */
  focus(out: Vector3): Vector3 {
    if (this.mode.kind !== 'fixed') return out.copy(this.lookat);
    const [x, y, z] = this.#model.stat.center as unknown as [number, number, number];
    return out.set(x, y, z);
  }

  /** Takes the view that the model asks for. */
  reset(): void {
    const { stat, vis } = this.#model;
    this.lookat.fromArray(stat.center);
    this.distance = DISTANCE * stat.extent;
    this.#framed = '';
    this.#framedDistance = this.distance;
    this.#framedPoint.copy(this.lookat);
    this.azimuth = vis.global.azimuth;
    this.elevation = vis.global.elevation;
    const wanted = vis.global.cameraid;
    this.mode = wanted >= 0 && wanted < this.#model.ncam ? { kind: 'fixed', camera: wanted } : { kind: 'free' };
  }

  /** Width of the picture divided by its height. */
  set aspect(aspect: number) {
    this.#aspect = aspect;
  }

  /**
   * Turns around the point looked at.
   *
   * @param azimuth Change of azimuth, in degrees.
   * @param elevation Change of elevation, in degrees.
   */
  orbit(azimuth: number, elevation: number): void {
    this.autoFrame = false;
    this.#leaveFixed();
    this.azimuth += azimuth;
    this.elevation = Math.max(-89.9, Math.min(89.9, this.elevation + elevation));
  }

  /**
   * Moves the point looked at, in units of the height of the picture.
   *
   * @param dx How far to the right the scene moves.
   * @param dy How far up the scene moves.
   * @param horizontal Whether `dy` moves along the ground instead; false by default.
   */
  pan(dx: number, dy: number, horizontal = false): void {
    this.autoFrame = false;
    this.#leaveFixed();
    if (this.mode.kind === 'track') this.mode = { kind: 'free' };
    const height = 2 * this.distance * Math.tan((this.#fovy() * radians) / 2);
    this.#axes();
    this.lookat.addScaledVector(right, -dx * height);
    if (horizontal) forward.setZ(0).normalize();
    this.lookat.addScaledVector(horizontal ? forward : up, dy * height);
  }

  /**
   * Changes the distance.
   *
   * @param factor What it is multiplied by.
   */
  zoom(factor: number): void {
    this.autoFrame = false;
    this.#leaveFixed();
    const { extent } = this.#model.stat;
    this.distance = Math.max(0.01 * extent, Math.min(100 * extent, this.distance * factor));
  }

  /**
   * Puts the cameras where they belong.
   *
   * @param data The Data to follow.
   */
  update(data: Data): void {
    if (this.mode.kind === 'fixed') this.#followModelCamera(data, this.mode.camera);
    else this.#followPoint(data);
    this.#project();
  }

  /** Steps back, or to the side, as far as what was seen until now needs. */
  #frame(data: Data): void {
    const { stat } = this.#model;
    const body = this.mode.kind === 'track' ? this.mode.body : -1;
    if (this.distance !== this.#framedDistance || (body < 0 && !this.lookat.equals(this.#framedPoint))) {
      this.autoFrame = false;
      return;
    }
    const { tanX, tanY } = this.#tangents();
    const seen = `${this.azimuth} ${this.elevation} ${tanX} ${tanY} ${body}`;
    const passed = seen === this.#framed ? Math.abs(data.time - this.#framedTime) : Number.POSITIVE_INFINITY;
    if (passed === 0) return;
    if (seen !== this.#framed) this.#framing.clear();
    this.#framed = seen;
    this.#framedTime = data.time;
    const origin = body < 0 ? (stat.center as unknown as ArrayLike<number>) : this.lookat.toArray();
    this.#framing.add(data, { right, up, forward, tanX, tanY }, origin, body);
    const usual = DISTANCE * stat.extent;
    const fits = this.#framing.distance(false) <= usual || body >= 0;
    const distance = Math.max(usual, Math.min(FARTHEST * usual, MARGIN * this.#framing.distance(!fits)));
    const part = 1 - Math.exp(-passed / FRAMING_TIME);
    this.distance += part * (distance - this.distance);
    this.#framedDistance = this.distance;
    if (body >= 0) return;
    target.fromArray(stat.center);
    if (!fits) {
      target.addScaledVector(right, this.#framing.shift(tanX, 0));
      target.addScaledVector(up, this.#framing.shift(tanY, 2));
    }
    this.#framedPoint.copy(this.lookat.lerp(target, part));
  }

  /** Tangents of half the angles of view of the free camera. */
  #tangents(): { tanX: number; tanY: number } {
    const tanY = Math.tan((this.#model.vis.global.fovy * radians) / 2) * this.#widening();
    return { tanX: tanY * this.#aspect, tanY };
  }

  /** A picture that is higher than wide keeps its width in view. */
  #widening(): number {
    return this.#aspect < 1 && this.mode.kind !== 'fixed' ? Math.min(1 / this.#aspect, 1.8) : 1;
  }

  #axes(): void {
    const ca = Math.cos(this.azimuth * radians);
    const sa = Math.sin(this.azimuth * radians);
    const ce = Math.cos(this.elevation * radians);
    const se = Math.sin(this.elevation * radians);
    forward.set(ce * ca, ce * sa, se);
    right.set(sa, -ca, 0);
    up.crossVectors(right, forward);
  }

  /** Takes the view of a fixed camera over, so that dragging starts from there. */
  #leaveFixed(): void {
    if (this.mode.kind !== 'fixed') return;
    const { camera } = this;
    camera.getWorldDirection(forward);
    this.azimuth = Math.atan2(forward.y, forward.x) / radians;
    this.elevation = Math.asin(Math.max(-1, Math.min(1, forward.z))) / radians;
    const center = new Vector3().fromArray(this.#model.stat.center);
    this.distance = Math.max(0.3 * this.#model.stat.extent, center.sub(camera.position).dot(forward));
    this.lookat.copy(camera.position).addScaledVector(forward, this.distance);
    this.mode = { kind: 'free' };
  }

  #followPoint(data: Data): void {
    if (this.mode.kind === 'track') this.lookat.fromArray(data.subtree_com, 3 * this.mode.body);
    this.#axes();
    if (this.autoFrame) this.#frame(data);
    for (const camera of [this.#perspective, this.#orthographic]) {
      camera.position.copy(this.lookat).addScaledVector(forward, -this.distance);
      camera.lookAt(this.lookat);
      camera.updateMatrixWorld();
    }
  }

  #followModelCamera(data: Data, cam: number): void {
    const m = data.cam_xmat.subarray(9 * cam, 9 * cam + 9) as unknown as number[];
    basis.set(
      m[0] ?? 1,
      m[1] ?? 0,
      m[2] ?? 0,
      0,
      m[3] ?? 0,
      m[4] ?? 1,
      m[5] ?? 0,
      0,
      m[6] ?? 0,
      m[7] ?? 0,
      m[8] ?? 1,
      0,
      0,
      0,
      0,
      1,
    );
    for (const camera of [this.#perspective, this.#orthographic]) {
      camera.position.fromArray(data.cam_xpos, 3 * cam);
      camera.quaternion.setFromRotationMatrix(basis);
      camera.updateMatrixWorld();
    }
  }

  #isOrthographic(): boolean {
    const m = this.#model;
    if (this.mode.kind === 'fixed') return m.cam_projection[this.mode.camera] === enums.Projection.ORTHOGRAPHIC;
    return m.vis.global.orthographic !== 0;
  }

  /** Angle of view, degrees; of an orthographic camera: height of the picture. */
  #fovy(): number {
    return this.mode.kind === 'fixed' ? this.#model.cam_fovy[this.mode.camera] : this.#model.vis.global.fovy;
  }

  #project(): void {
    const { vis, stat } = this.#model;
    const near = vis.map.znear * stat.extent;
    const far = Math.max(vis.map.zfar, 80) * stat.extent;
    if (this.#isOrthographic()) {
      const half =
        this.mode.kind === 'fixed' ? this.#fovy() / 2 : this.distance * Math.tan((vis.global.fovy * radians) / 2);
      const camera = this.#orthographic;
      camera.left = -half * this.#aspect;
      camera.right = half * this.#aspect;
      camera.top = half;
      camera.bottom = -half;
      camera.near = near;
      camera.far = far;
      camera.updateProjectionMatrix();
      return;
    }
    const camera = this.#perspective;
    camera.fov = (2 * Math.atan(Math.tan((this.#fovy() * radians) / 2) * this.#widening())) / radians;
    camera.aspect = this.#aspect;
    camera.near = near;
    camera.far = far;
    camera.updateProjectionMatrix();
    if (this.mode.kind === 'fixed' && sensorWindow(window, this.#model, this.mode.camera)) {
      const [left, right, top, bottom] = window.map((x) => near * x) as [number, number, number, number];
      camera.projectionMatrix.makePerspective(left, right, top, bottom, near, far);
      camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
    }
  }
}
const window: Window = [0, 0, 0, 0];
