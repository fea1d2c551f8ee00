import { visualTable } from '../table.ts';

/** `model.vis`: each group is one f32 array; a row is a named part of it. */
export const visualGroups = {
  global: visualTable(`
    cameraid          -1     camera that is shown first, or -1
    orthographic      0      free camera without perspective
    fovy              45     field of view of the free camera, degrees
    ipd               0.068  distance of the eyes of the free camera
    azimuth           90     first azimuth of the free camera, degrees
    elevation         -45    first elevation of the free camera, degrees
    linewidth         1      width of lines, pixels
    glow              0.3    glow of the selected body
    realtime          1      wanted speed relative to real time
    offwidth          640    width of the offscreen image
    offheight         480    height of the offscreen image
    ellipsoidinertia  0      draw inertia as ellipsoids
    bvactive          0      mark bounding volumes that met
  `),
  quality: visualTable(`
    shadowsize  4096  size of the shadow map
    offsamples  4     samples per pixel offscreen
    numslices   28    slices of round shapes
    numstacks   16    stacks of round shapes
    numquads    4     squares along a plane
  `),
  headlight: visualTable(`
    ambient   0.1 0.1 0.1  ambient colour
    diffuse   0.4 0.4 0.4  diffuse colour
    specular  0.5 0.5 0.5  specular colour
    active    1            headlight is on
  `),
  map: visualTable(`
    stiffness       100    stiffness of the mouse spring
    stiffnessrot    500    stiffness of the mouse torque spring
    force           0.005  force
    torque          0.1    torque
    alpha           0.3    transparency when everything is transparent
    fogstart        3      where fog begins, in extents
    fogend          10     where fog is complete, in extents
    znear           0.01   near plane, in extents
    zfar            50     far plane, in extents
    haze            0.3    haze
    shadowclip      1      size of a directional light's shadow, in extents
    shadowscale     0.6    share of a spot light's cone that casts shadows
    actuatortendon  2      width of an actuated tendon
  `),
  scale: visualTable(`
    forcewidth      0.1  width of force arrows
    contactwidth    0.3  width of contact discs
    contactheight   0.1  height of contact discs
    connect         0.2  width of connecting lines
    com             0.4  centre of mass
    camera          0.3  camera
    light           0.3  light
    selectpoint     0.2  selected point
    jointlength     1    length of joint arrows
    jointwidth      0.1  width of joint arrows
    actuatorlength  0.7  length of actuator arrows
    actuatorwidth   0.2  width of actuator arrows
    framelength     1    length of frame axes
    framewidth      0.1  width of frame axes
    constraint      0.1  constraint
    slidercrank     0.2  slider-crank
    frustum         10   camera frustum
  `),
  rgba: visualTable(`
    fog               0 0 0 1          colour of fog
    haze              1 1 1 1          haze
    force             1 0.5 0.5 1      force
    inertia           0.8 0.2 0.2 0.6  inertia
    joint             0.2 0.6 0.8 1    joint
    actuator          0.2 0.25 0.2 1   actuator at rest
    actuatornegative  0.2 0.6 0.9 1    actuator at its least activation
    actuatorpositive  0.9 0.4 0.2 1    actuator at its greatest activation
    com               0.9 0.9 0.9 1    centre of mass
    camera            0.6 0.9 0.6 1    camera
    light             0.6 0.6 0.9 1    light
    selectpoint       0.9 0.9 0.1 1    selected point
    connect           0.2 0.2 0.8 1    width of connecting lines
    contactpoint      0.9 0.6 0.2 1    contact point
    contactforce      0.7 0.9 0.9 1    contact force
    contactfriction   0.9 0.8 0.4 1    contact friction force
    contacttorque     0.9 0.7 0.9 1    contact torque
    contactgap        0.5 0.8 0.9 1    contact in the gap
    rangefinder       1 1 0.1 1        rangefinder ray
    constraint        0.9 0 0 1        constraint
    slidercrank       0.5 0.3 0.8 1    slider-crank
    crankbroken       0.9 0 0 1        slider-crank that cannot reach
    frustum           1 1 0 0.2        camera frustum
    bv                0 1 0 0.5        bounding volume
    bvactive          1 0 0 0.5        mark bounding volumes that met
  `),
};
