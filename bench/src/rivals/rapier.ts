import RAPIER from '@dimforge/rapier3d-compat';
import { DENSITY, FRICTION, type Rival, type World } from './bodies.ts';

/** Rapier with its default solver; bodies never sleep, as in the other engines. */
export async function makeRapier({ boxes, timestep, gravity, planes }: World): Promise<Rival> {
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: 0, z: -gravity });
  world.timestep = timestep;
  for (const { pos, normal } of planes) {
    const [x, y, z] = normal;
    const wall = new RAPIER.ColliderDesc(new RAPIER.HalfSpace({ x, y, z }));
    world.createCollider(wall.setTranslation(...pos).setFriction(FRICTION));
  }
  const bodies = boxes.map(({ half, pos, quat, spin = [0, 0, 0] }) => {
    const [w, x, y, z] = quat;
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...pos)
        .setRotation({ x, y, z, w })
        .setAngvel({ x: spin[0], y: spin[1], z: spin[2] })
        .setCanSleep(false),
    );
    const shape = RAPIER.ColliderDesc.cuboid(...half);
    world.createCollider(shape.setDensity(DENSITY).setFriction(FRICTION), body);
    return body;
  });
  return {
    step: () => world.step(),
    read(box, into) {
      const body = bodies[box];
      if (body === undefined) return;
      const [p, q, v, s] = [body.translation(), body.rotation(), body.linvel(), body.angvel()];
      into.set([p.x, p.y, p.z, q.w, q.x, q.y, q.z, v.x, v.y, v.z, s.x, s.y, s.z]);
    },
  };
}
