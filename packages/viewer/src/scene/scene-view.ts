import type { Data, Model } from '@qpos/core';
import { type Camera, Color, Fog, type Object3D, Scene, SRGBColorSpace, Vector3, type WebGLRenderer } from 'three';
import { Environment } from '../light/environment.ts';
import { Lights } from '../light/lights.ts';
import { type Paint, paintOf } from '../materials/materials.ts';
import { Textures } from '../materials/textures.ts';
import { defaultOptions, type ViewOptions } from '../options.ts';
import { drawBodyTrees, drawMeshTrees } from '../overlays/bvh.ts';
import { drawCameras } from '../overlays/cameras.ts';
import { drawContacts } from '../overlays/contacts.ts';
import type { Overlay } from '../overlays/frame.ts';
import {
  drawActuators,
  drawCom,
  drawEqualities,
  drawFrames,
  drawInertia,
  drawJoints,
  drawLights,
} from '../overlays/joints.ts';
import { drawConnections, drawJointLimits } from '../overlays/limits.ts';
import { drawSensors, drawVelocities } from '../overlays/motion.ts';
import { drawPull, type Pull } from '../overlays/perturbation.ts';
import { drawPlugins } from '../overlays/plugins.ts';
import { drawRangefinders } from '../overlays/rangefinder.ts';
import { drawSliderCranks } from '../overlays/slider-cranks.ts';
import type { Quality } from '../quality.ts';
import { type ContactList, makeContactList, readContacts } from './contacts.ts';
import { Decor } from './decor.ts';
import { Flexes } from './flex/flexes.ts';
import { highlight } from './highlight.ts';
import { Labels } from './labels.ts';
import { Reflection } from './reflection.ts';
import { Skins } from './skins.ts';
import { horizonColor, Sky } from './sky.ts';
import { geomSource, isStill, Solids, siteSource } from './solids.ts';
import { Tendons } from './tendons.ts';

const island = { color: new Color() };
const paint: Paint = { r: 0, g: 0, b: 0, a: 0 };

/** Settings of a scene that do not change later. */
export interface SceneOptions {
  /** How much work goes into a picture; `high` by default. */
  readonly quality?: Quality;
}

/**
 * The three.js scene of one Model, to be put into an application's own renderer. It computes no physics: it draws what a Data has.
 *
 * @example
 * const view = new SceneView(model);
 * const rig = new CameraRig(model);
 * rig.update(data);
 * view.update(data, rig.camera, rig.lookat);
 */
export class SceneView {
  /** The scene of three.js. */
  readonly scene = new Scene();
  /** What is drawn; flags can be changed at any time. */
  readonly options: ViewOptions = defaultOptions();
  /** Body that is marked as chosen, or -1. */
  selected = -1;
  /** Flex that is marked as chosen, or -1. */
  selectedFlex = -1;
  /** Geom that is marked as selected, or -1. */
  selectedGeom = -1;
  /** The mouse perturbation to draw. */
  pull: Pull | undefined;
  readonly #model: Model;
  #quality: Quality;
  readonly #textures: Textures;
  #geoms: Solids;
  #sites: Solids;
  #tendons: Tendons;
  #skins: Skins;
  #flexes: Flexes;
  #lights: Lights;
  #sky: Sky;
  readonly #environment: Environment;
  readonly #decor = new Decor();
  readonly #labels: Labels;
  #reflection: Reflection | undefined;
  readonly #geomVisible: Uint8Array;
  readonly #siteVisible: Uint8Array;
  readonly #ownContacts = makeContactList();
  readonly #focus = new Vector3();
  #look = '';
  #build = '';
  #colors = '';

  /**
   * @param model The model.
   * @param settings Quality of the picture.
   */
  constructor(model: Model, settings: SceneOptions = {}) {
    this.#model = model;
    this.#quality = settings.quality ?? 'high';
    this.#textures = new Textures(model, this.#quality === 'low' ? 1 : 8);
    this.#environment = new Environment(model);
    this.#geoms = this.#makeGeoms();
    this.#sites = this.#makeSites();
    this.#tendons = new Tendons(model, this.#textures, this.#quality);
    this.#skins = new Skins(model, this.#textures, this.#quality);
    this.#flexes = this.#makeFlexes();
    this.#lights = this.#makeLights();
    this.#sky = new Sky(this.#textures, this.#quality);
    this.#labels = new Labels(model);
    this.#geomVisible = new Uint8Array(model.ngeom);
    this.#siteVisible = new Uint8Array(model.nsite);
    this.#addParts();
    this.scene.add(this.#decor.group, this.#labels.group);
  }

  /** How much work goes into a picture. When it changes, everything is made anew; what others put into the scene stays. */
  get quality(): Quality {
    return this.#quality;
  }

  set quality(quality: Quality) {
    if (quality === this.#quality) return;
    this.#quality = quality;
    this.#disposeParts();
    this.#geoms = this.#makeGeoms();
    this.#sites = this.#makeSites();
    this.#tendons = new Tendons(this.#model, this.#textures, quality);
    this.#skins = new Skins(this.#model, this.#textures, quality);
    this.#flexes = this.#makeFlexes();
    this.#lights = this.#makeLights();
    this.#sky = new Sky(this.#textures, quality);
    this.#addParts();
    this.#look = '';
    this.#colors = '';
    this.#groups = '';
  }

  /** Height of the picture in CSS pixels, by which labels are sized. */
  set pictureHeight(height: number) {
    this.#labels.pictureHeight = Math.max(1, height);
  }

  /** Draws the model again from its arrays: after colours, sizes or groups were changed. */
  refresh(): void {
    this.#build = '';
    this.#look = '';
    this.#colors = '';
  }

  /**
   * Moves everything to a state.
   *
   * @param data The Data to show.
   * @param camera The camera that will draw it.
   * @param focus Where shadows should be sharpest, in the world frame.
   * @param contacts Contacts of `data`, if it was not stepped here.
   */
  update(data: Data, camera: Camera, focus: Vector3, contacts?: ContactList): void {
    this.#follow();
    const all = this.#followGroups();
    this.#geoms.place(data.geom_xpos, data.geom_xmat, this.#geomVisible, all);
    this.#sites.place(data.site_xpos, data.site_xmat, this.#siteVisible, all);
    this.#followColors(data);
    this.#tendons.update(data, this.options);
    this.#skins.update(data, this.options);
    this.#flexes.update(data, this.options, this.selectedFlex);
    this.#lights.shadows = this.options.shadow;
    this.#lights.update(data, camera, this.#focus.copy(focus));
    this.scene.environmentIntensity = this.#lights.surround;
    this.#sky.mesh.visible = this.options.skybox;
    this.#sky.update(this.#model, this.options.haze && this.options.skybox);
    this.#followFog();
    this.#drawOverlays(data, camera, contacts);
  }

  /**
   * Draws what has to be drawn before the scene: the environment that surfaces reflect, and mirror images.
   *
   * @param renderer The renderer.
   * @param camera The camera that will draw the scene.
   * @param data The Data to show.
   */
  prepare(renderer: WebGLRenderer, camera: Camera, data: Data): void {
    this.scene.environment = this.#quality === 'low' ? null : this.#environment.texture(renderer);
    if (this.#reflection === undefined) return;
    if (!this.options.reflection) this.#reflection.off();
    else this.#reflection.render(renderer, this.scene, camera, data, this.#notMirrored());
  }

  /** Frees what it holds on the graphics card. */
  dispose(): void {
    this.#disposeParts();
    this.#labels.dispose();
    this.#environment.dispose();
    this.#textures.dispose();
  }

  #addParts(): void {
    for (const part of [this.#geoms, this.#sites, this.#tendons, this.#skins, this.#flexes, this.#lights])
      this.scene.add(part.group);
    this.scene.add(this.#sky.mesh);
  }

  /** Frees all that is made for one quality. */
  #disposeParts(): void {
    for (const part of [this.#geoms, this.#sites, this.#tendons, this.#skins, this.#flexes, this.#lights, this.#sky])
      part.dispose();
    this.#reflection?.dispose();
    this.#reflection = undefined;
  }

  #makeLights(): Lights {
    const wanted = this.#model.vis.quality.shadowsize || 2048;
    const size = Math.max(256, Math.min(wanted, this.#quality === 'low' ? 1024 : 2048));
    return new Lights(this.#model, size, this.#quality !== 'low');
  }

  #makeSites(): Solids {
    const options = { textured: true, hulls: false, quality: this.#quality };
    return new Solids(this.#model, siteSource(this.#model), this.#textures, options);
  }

  /** What belongs to no object of the model: sky, overlays and labels. */
  get decoration(): readonly Object3D[] {
    return [this.#sky.mesh, this.#decor.group, this.#labels.group];
  }

  #notMirrored(): Object3D[] {
    return [this.#sky.mesh, this.#labels.group];
  }

  #makeFlexes(): Flexes {
    return new Flexes(this.#model, this.#textures, this.#quality, this.options.texture);
  }

  #makeGeoms(): Solids {
    const { texture, convexHull } = this.options;
    const solids = new Solids(this.#model, geomSource(this.#model), this.#textures, {
      textured: texture,
      hulls: convexHull,
      quality: this.#quality,
      horizon: horizonColor(this.#model, this.#textures),
    });
    this.#reflection?.dispose();
    const mirror = solids.planes.find((p) => p.matid >= 0 && this.#model.mat_reflectance[p.matid] > 0);
    this.#reflection =
      this.#quality === 'low'
        ? undefined
        : mirror && new Reflection(this.#model, mirror.batch, mirror.matid, this.#quality);
    return solids;
  }

  /** Options that change how things are built or look. */
  #follow(): void {
    const { texture, convexHull, transparent, wireframe, additive, cullFace } = this.options;
    const build = `${texture} ${convexHull}`;
    if (this.#build !== build) {
      const first = this.#build === '' && texture && !convexHull && this.#look === '' && this.#colors === '';
      if (!first || this.#built) {
        this.#geoms.dispose();
        this.#geoms = this.#makeGeoms();
        this.#flexes.dispose();
        this.#flexes = this.#makeFlexes();
        this.scene.add(this.#geoms.group, this.#flexes.group);
        this.#look = '';
        this.#colors = '';
        this.#groups = '';
      }
      this.#built = true;
      this.#build = build;
    }
    const look = `${transparent} ${wireframe} ${additive} ${cullFace}`;
    if (this.#look !== look) {
      this.#geoms.setGhost(transparent ? this.#model.vis.map.alpha : 1);
      this.#geoms.setWireframe(wireframe);
      this.#geoms.setBlending(additive);
      this.#geoms.setCulling(cullFace);
      this.#look = look;
    }
  }
  #built = false;
  #groups = '';

  /** Which geoms and sites are shown; true if that changed. */
  #followGroups(): boolean {
    const { geomGroup, siteGroup, staticBody } = this.options;
    const groups = `${geomGroup} ${siteGroup} ${staticBody}`;
    if (groups === this.#groups) return false;
    this.#groups = groups;
    const m = this.#model;
    for (let g = 0; g < m.ngeom; g++) {
      const alpha = paintOf(paint, m, m.geom_matid[g], m.geom_rgba, 4 * g).a;
      const still = isStill(m, m.geom_bodyid[g]);
      const group = Math.max(0, Math.min(5, m.geom_group[g]));
      this.#geomVisible[g] = geomGroup[group] && alpha > 0 && (staticBody || !still) ? 1 : 0;
    }
    for (let s = 0; s < m.nsite; s++) {
      const alpha = paintOf(paint, m, m.site_matid[s], m.site_rgba, 4 * s).a;
      this.#siteVisible[s] = siteGroup[Math.max(0, Math.min(5, m.site_group[s]))] && alpha > 0 ? 1 : 0;
    }
    return true;
  }

  /** Colours by material, by island, or marked as selected. */
  #followColors(data: Data): void {
    const m = this.#model;
    const colors = `${this.selected} ${this.selectedGeom} ${this.options.island ? data.tree_island.join() : ''}`;
    if (colors === this.#colors) return;
    this.#colors = colors;
    this.#geoms.paint((g) => {
      paintOf(paint, m, m.geom_matid[g], m.geom_rgba, 4 * g);
      const body = m.geom_bodyid[g];
      if (this.options.island) this.#islandPaint(data, body);
      if ((body === this.selected && body > 0) || g === this.selectedGeom) highlight(paint);
      return paint;
    });
  }

  #islandPaint(data: Data, body: number): void {
    const tree = this.#model.body_treeid[body];
    if (tree < 0) return;
    const id = data.tree_island[tree];
    if (id < 0) paint.r = paint.g = paint.b = 0.5;
    else {
      island.color.setHSL((0.13 + 0.618034 * id) % 1, 0.65, 0.55, SRGBColorSpace);
      island.color.getRGB(island.color, SRGBColorSpace);
      paint.r = island.color.r;
      paint.g = island.color.g;
      paint.b = island.color.b;
    }
  }

  #followFog(): void {
    const { vis, stat } = this.#model;
    if (!this.options.fog) {
      this.scene.fog = null;
      return;
    }
    const [r, g, b] = vis.rgba.fog as unknown as [number, number, number];
    this.scene.fog ??= new Fog(0);
    const fog = this.scene.fog as Fog;
    fog.color.setRGB(r, g, b, SRGBColorSpace);
    fog.near = vis.map.fogstart * stat.extent;
    fog.far = vis.map.fogend * stat.extent;
  }

  #drawOverlays(data: Data, camera: Camera, given: ContactList | undefined): void {
    const { options } = this;
    const wanted =
      options.contactPoint || options.contactForce || /^contact/.test(options.label) || options.frame === 'contact';
    const contacts = given ?? this.#ownContacts;
    if (given === undefined && wanted) readContacts(this.#model, data, contacts);
    const overlay: Overlay = {
      model: this.#model,
      data,
      draw: this.#decor,
      options,
      contacts,
      scale: this.#model.stat.meansize || 0.1,
    };
    if (options.contactPoint || options.contactForce) drawContacts(overlay);
    if (options.joint) drawJoints(overlay);
    if (options.actuator) drawActuators(overlay);
    if (options.com) drawCom(overlay);
    if (options.inertia) drawInertia(overlay);
    if (options.camera) drawCameras(overlay);
    if (this.#model.nactuator > 0) drawSliderCranks(overlay);
    if (options.light) drawLights(overlay);
    if (options.equality) drawEqualities(overlay);
    if (options.frame !== 'none') drawFrames(overlay);
    if (options.bodyTree) drawBodyTrees(overlay);
    if (options.meshTree) drawMeshTrees(overlay);
    if (options.jointLimit) drawJointLimits(overlay);
    if (options.connect) drawConnections(overlay);
    if (options.velocity) drawVelocities(overlay);
    if (options.sensor && this.#model.nsensor > 0) drawSensors(overlay);
    if (options.rangefinder && this.#model.nsensor > 0) drawRangefinders(overlay);
    if (this.#model.nplugin > 0) drawPlugins(overlay);
    if (this.pull !== undefined) drawPull(overlay, this.pull);
    this.#decor.flush();
    this.#labels.update(data, camera, options, contacts, this);
  }
}
