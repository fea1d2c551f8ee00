import * as CANNON from 'cannon-es';
import { DENSITY, FRICTION, type Rival, type World } from './bodies.ts';

/** cannon-es with its default solver; bodies never sleep, and nothing damps them. */
export function makeCannon({ boxes, timestep, gravity, planes }: World): Rival {
  const world = new CANNON.World({ gravity: new CANNON.Vec3(0, 0, -gravity) });
  world.broadphase = new CANNON.SAPBroadphase(world);
  world.defaultContactMaterial.friction = FRICTION;
  world.defaultContactMaterial.restitution = 0;
  for (const { pos, normal } of planes) {
    const wall = new CANNON.Body({ mass: 0, shape: new CANNON.Plane(), position: new CANNON.Vec3(...pos) });
    wall.quaternion.setFromVectors(new CANNON.Vec3(0, 0, 1), new CANNON.Vec3(...normal));
    world.addBody(wall);
  }
  const bodies = boxes.map(({ half, pos, quat, spin = [0, 0, 0] }) => {
    const [w, x, y, z] = quat;
    const body = new CANNON.Body({
      mass: DENSITY * 8 * half[0] * half[1] * half[2],
      shape: new CANNON.Box(new CANNON.Vec3(...half)),
      position: new CANNON.Vec3(...pos),
      quaternion: new CANNON.Quaternion(x, y, z, w),
      angularVelocity: new CANNON.Vec3(...spin),
      linearDamping: 0,
      angularDamping: 0,
    });
    world.addBody(body);
    return body;
  });
  return {
    step: () => world.step(timestep),
    read(box, into) {
      const body = bodies[box];
      if (body === undefined) return;
      const { position: p, quaternion: q, velocity: v, angularVelocity: s } = body;
      into.set([p.x, p.y, p.z, q.w, q.x, q.y, q.z, v.x, v.y, v.z, s.x, s.y, s.z]);
    },
  };
}
