import { enums } from '@qpos/core';
import type { SensorTarget } from '../../mjcf/sensor-schema.ts';
import type { CameraDraft, GeomDraft, JointDraft, SensorDraft, TendonDraft } from '../draft.ts';

const { GeomType, JointType, ObjType } = enums;

type Requirement = (s: SensorDraft, error: (message: string) => void) => void;

const twoObjects: Requirement = ({ objtype, reftype, object, reference }, error) => {
  if (objtype === reftype && object === reference) error('the two bodies or geoms must be different');
  const isField = (type: number, geom: unknown): boolean =>
    type === ObjType.GEOM && (geom as GeomDraft).type === GeomType.HFIELD;
  if (isField(objtype, object) || isField(reftype, reference))
    error('height fields are not supported in distance sensors');
};

/** What the objects of a sensor must be. */
export const REQUIREMENTS: Readonly<Partial<Record<SensorTarget, Requirement>>> = {
  'scalar joint': (s, error) => {
    const { type } = s.object as JointDraft;
    if (type !== JointType.SLIDE && type !== JointType.HINGE) error('joint must be slide or hinge');
  },
  'ball joint': (s, error) => {
    if ((s.object as JointDraft).type !== JointType.BALL) error('joint must be ball');
  },
  'limited joint': (s, error) => {
    if (!(s.object as JointDraft).limited) error('joint must be limited');
  },
  'limited tendon': (s, error) => {
    if (!(s.object as TendonDraft).limited) error('tendon must be limited');
  },
  'two objects': twoObjects,
  'site in a camera': (s, error) => {
    const { resolution } = (s.reference as CameraDraft).values;
    if (!resolution[0] || !resolution[1]) error('a camera projection sensor requires camera resolution');
  },
};
