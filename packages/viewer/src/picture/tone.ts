/** Light up to here is shown as it is; what is brighter is compressed towards white. */
const KNEE = 0.76;
/** How fast light above that loses its colour. */
const FADE = 0.15;

/**
 * The response of the picture to light: colours keep the value that the model gives them, as in MuJoCo, and only highlights are compressed.
 *
 *     peak' = 1 - (1-k)² / (peak + 1 - 2k)     peak > k
 *
 * which joins the identity at k with slope one and reaches white at infinity.
 */
export const toneShader = `
vec3 toneOf(vec3 light) {
  light = max(light, vec3(0.0));
  float peak = max(light.r, max(light.g, light.b));
  if (peak <= ${KNEE}) return light;
  float shown = 1.0 - ${((1 - KNEE) ** 2).toFixed(6)} / (peak + ${(1 - 2 * KNEE).toFixed(6)});
  float white = 1.0 - 1.0 / (${FADE} * (peak - shown) + 1.0);
  return mix(light * (shown / peak), vec3(shown), white);
}`;
