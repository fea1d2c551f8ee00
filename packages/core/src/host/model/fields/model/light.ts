import { fieldTable } from '../table.ts';

/** Lights. */
export const lightFields = fieldTable(`
  light_mode          i32 CamLightMode  nlight  1  how it follows bodies
  light_bodyid        i32               nlight  1  body it is fixed to {<nbody}
  light_targetbodyid  i32               nlight  1  body it shines at, or -1 {<nbody|-1}
  light_type          i32 LightType     nlight  1  kind of light
  light_texid         i32               nlight  1  texture of an image light, or -1 {<ntex|-1}
  light_castshadow    u8                nlight  1  casts shadows {flag}
  light_bulbradius    f32               nlight  1  radius of the source, for soft shadows
  light_intensity     f32               nlight  1  intensity in candela
  light_range         f32               nlight  1  distance at which it ends
  light_active        u8                nlight  1  is on {flag}
  light_pos           f64               nlight  3  position in the body frame
  light_dir           f64               nlight  3  direction in the body frame
  light_poscom0       f64               nlight  3  position relative to the subtree's centre of mass at qpos0
  light_pos0          f64               nlight  3  position relative to the body at qpos0, world axes
  light_dir0          f64               nlight  3  direction at qpos0
  light_attenuation   f32               nlight  3  constant, linear, quadratic loss over distance
  light_cutoff        f32               nlight  1  half angle of a spot light, degrees
  light_softness      f32               nlight  1  blur of a spot light's edge
  light_exponent      f32               nlight  1  how a spot light fades toward its edge
  light_ambient       f32               nlight  3  ambient colour
  light_diffuse       f32               nlight  3  diffuse colour
  light_specular      f32               nlight  3  specular colour
`);
