/** How much work goes into a picture. `low` is for machines that draw without a graphics card. */
export type Quality = 'low' | 'high';

let known: Quality | undefined;

/**
 * The quality that suits what draws on this machine.
 *
 * @returns `low` if a program draws instead of a graphics card.
 * @example
 * console.log(suitableQuality());
 */
export function suitableQuality(): Quality {
  if (known !== undefined) return known;
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  known = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) ? 'low' : 'high';
  return known;
}
