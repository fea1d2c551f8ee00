import type { Model } from '@qpos/core';
import { BufferAttribute, BufferGeometry, type Color } from 'three';
import { alterShader } from '../materials/alter-shader.ts';
import type { Surface } from '../materials/materials.ts';

/** How far an endless plane is drawn. */
export const planeReach = (model: Model): number => Math.max(20, Math.min(60, model.vis.map.zfar)) * model.stat.extent;

/** A plane of the given half sizes; a size of zero goes on to the horizon, with a texture unit every two lengths. */
export function planeGeometry(model: Model, sizeX: number, sizeY: number): BufferGeometry {
  const reach = planeReach(model);
  const x = sizeX > 0 ? sizeX : reach;
  const y = sizeY > 0 ? sizeY : reach;
  const u = sizeX > 0 ? [0, 1] : [-0.5 * x, 0.5 * x];
  const v = sizeY > 0 ? [1, 0] : [0.5 * y, -0.5 * y];
  const geometry = new BufferGeometry();
  const corners = [-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0];
  const uv = [u[0], v[0], u[1], v[0], u[1], v[1], u[0], v[1]] as number[];
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]), 3));
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uv), 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return geometry;
}

/**
 * Lets a material fade between two distances from the camera, so that an endless plane meets the sky softly:
 * out of sight, or (cheaper, as nothing shines through) into the colour of the horizon.
 */
export function fadeWithDistance(material: Surface, near: number, far: number, into: Color | undefined): void {
  material.transparent = into === undefined;
  material.depthWrite = true;
  alterShader(material, `fade-${into === undefined}`, (shader) => {
    shader.uniforms['fadeRange'] = { value: [near, far] };
    shader.uniforms['fadeInto'] = { value: into ?? null };
    const faded =
      into === undefined
        ? 'gl_FragColor.a *= 1.0 - fade;'
        : 'gl_FragColor.rgb = mix(gl_FragColor.rgb, fadeInto, fade);';
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nuniform vec2 fadeRange;\nuniform vec3 fadeInto;')
      .replace(
        '#include <opaque_fragment>',
        `#include <opaque_fragment>
        float fade = smoothstep(fadeRange.x, fadeRange.y, length(vViewPosition));
        ${faded}`,
      );
  });
}
