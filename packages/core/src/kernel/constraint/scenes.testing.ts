/** Scenes rich in constraints, by what they show; each takes further attributes of `option`. */
type Scene = (option: string) => string;

const mjcf =
  (body: string, option = '', flags = ''): Scene =>
  (more) =>
    `<mujoco><option ${option} ${more}><flag ${flags}/></option>${body}</mujoco>`;

/** A branched tree with every type of joint, on a free base. */
const tree = (name: string, pos: string): string => `
  <body name="${name}" pos="${pos}"><freejoint/><geom type="box" size=".12 .1 .08"/><site name="${name}_s" pos=".1 .05 0" euler="20 30 40"/>
    <body name="${name}_a" pos=".2 0 0"><joint name="${name}_hinge" axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 .2 0 0"/>
      <body name="${name}_b" pos=".25 0 0"><joint name="${name}_ball" type="ball"/><geom size=".07"/>
        <site name="${name}_tip" pos=".05 .02 .03" euler="10 0 50"/></body></body>
    <body name="${name}_c" pos="-.2 0 0"><joint name="${name}_slide" type="slide" axis="1 .2 0"/><geom type="cylinder" size=".05 .06"/>
      <body name="${name}_d" pos="-.15 0 0"><joint name="${name}_elbow" axis="0 0 1"/><geom size=".06"/></body></body></body>`;

const floor = '<geom name="floor" type="plane" size="5 5 .1" euler="3 2 0"/>';
const contactFree = '<default><geom contype="0" conaffinity="0"/></default>';

export const constraintScenes: Readonly<Record<string, Scene>> = {
  connect:
    mjcf(`${contactFree}<worldbody><site name="w" pos="0 0 1.2"/>${tree('p', '0 0 1')}${tree('q', '.8 .1 1')}<body name="m" mocap="true" pos="1 1 1"/></worldbody>
    <equality><connect body1="p_b" body2="q_d" anchor=".1 .02 0"/><connect body1="p_a" body2="p_d" anchor="0 0 .1" solref=".05 .7"/>
      <connect site1="p_s" site2="w"/><connect site1="p_tip" site2="q_tip"/><connect body1="q_c" anchor="0 0 0"/><connect body1="m" body2="q_a" anchor="0 0 0"/></equality>`),
  weld: mjcf(`${contactFree}<worldbody><site name="w" pos="0 0 1.2" euler="40 0 0"/>${tree('p', '0 0 1')}${tree('q', '.8 .1 1')}</worldbody>
    <equality><weld body1="p_b" body2="q_d" torquescale=".3"/><weld body1="p_a" body2="p_d" relpose=".1 .2 0 .9 .1 .2 .3" anchor="0 .1 0"/>
      <weld site1="p_s" site2="w" torquescale="2"/><weld site1="p_tip" site2="q_tip" solimp=".5 .9 .1 .3 3"/><weld body1="q_c"/></equality>`),
  'joint and tendon couplings': mjcf(`${contactFree}<worldbody>${tree('p', '0 0 1')}${tree('q', '.8 .1 1')}</worldbody>
    <tendon><spatial name="t1"><site site="p_tip"/><site site="q_tip"/></spatial><fixed name="t2"><joint joint="p_hinge" coef="2"/><joint joint="q_slide" coef="-1"/></fixed>
      <spatial name="t3"><site site="p_s"/><site site="p_tip"/></spatial></tendon>
    <equality><joint joint1="p_hinge" joint2="p_slide" polycoef=".1 .5 .2 -.3 .4"/><joint joint1="q_elbow" joint2="p_hinge" polycoef="0 -1 0 .2 0"/><joint joint1="q_slide" polycoef=".2 0 0 0 0"/>
      <tendon tendon1="t1" tendon2="t2" polycoef=".1 .5 .2 0 .1"/><tendon tendon1="t3" polycoef="-.05 0 0 0 0"/><tendon tendon1="t2" tendon2="t3"/></equality>`),
  'friction loss':
    mjcf(`<default><geom contype="0" conaffinity="0"/><joint frictionloss=".3"/></default><worldbody>${tree('p', '0 0 1')}${tree('q', '.8 .1 1')}
      <body pos="2 0 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint axis="0 1 0" frictionloss="2" solreffriction=".04 .8" solimpfriction=".3 .6 .01"/><geom size=".1" pos=".1 0 .1"/></body></worldbody>
    <tendon><spatial frictionloss=".2"><site site="p_tip"/><site site="q_tip"/></spatial><fixed frictionloss="1" solimpfriction=".2 .4 .1"><joint joint="p_hinge" coef="2"/><joint joint="q_slide" coef="-1"/></fixed></tendon>`),
  'dofs of a simple body': mjcf(
    `<worldbody><body><joint type="slide" axis="1 0 0" frictionloss="1"/><joint type="slide" axis="0 1 0"/><joint type="slide" frictionloss="2" range="0 1" limited="true" margin="1"/><geom size=".1"/></body></worldbody>`,
  ),
  limits: mjcf(`${contactFree}<worldbody>
      <body pos="0 0 1"><joint name="h" range="-.1 .1" margin=".3"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
        <body pos=".3 0 0"><joint name="b" type="ball" range="0 .02"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="s" pos=".3 0 0"/>
          <body pos=".3 0 0"><joint name="s" type="slide" range=".01 .2" solreflimit="-800 -20" margin=".05"/><geom size=".05"/></body></body></body>
      <body pos="1 0 1"><joint type="slide" range="-.01 .01"/><joint name="b2" type="ball" range="0 .01" margin=".1" solimplimit=".2 .8 .3 .6 1.5"/><geom size=".1" pos=".05 0 0"/></body><site name="w" pos="0 0 .2"/></worldbody>
    <tendon><spatial range=".2 .5" margin=".8" limited="true"><site site="w"/><site site="s"/></spatial><fixed range="-.01 .02" margin=".1"><joint joint="h" coef="1"/><joint joint="s" coef="2"/></fixed></tendon>`),
  contacts: mjcf(
    `<worldbody>${floor}
      <body pos="0 0 .09"><freejoint/><geom size=".1" condim="1"/></body><body pos=".5 0 .09"><freejoint/><geom size=".1" condim="3" friction=".7 .02 .003"/></body>
      <body pos="1 0 .09"><freejoint/><geom type="capsule" size=".1 .1" euler="90 0 0" condim="4" friction=".5 .1 .01"/></body><body pos="1.5 0 .09"><freejoint/><geom type="box" size=".1 .1 .1" condim="6" friction=".4 .03 .02"/></body>
      <body pos="2 0 .09"><freejoint/><geom type="box" size=".1 .1 .1" priority="1" condim="6" solref="-500 -10" solimp=".6 .9 .02 .4 4"/></body>${tree('p', '-1 0 .1')}</worldbody>`,
    'impratio="3"',
  ),
  'contacts between trees': mjcf(
    `<worldbody>${floor}${tree('p', '0 0 .1')}${tree('q', '.1 .05 .25')}${tree('r', '-.2 .1 .4')}<body pos="0 0 .6"><freejoint/><geom type="box" size=".2 .2 .1"/></body></worldbody>`,
  ),
  'mixed solref, no refsafe': mjcf(
    `<default><geom solref=".02 -1"/></default><worldbody>${floor}<body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
      <body pos=".5 0 .09"><joint type="slide" axis="0 0 1" range="0 1" limited="true" margin=".1" solreflimit="0 1"/><geom size=".1" solref=".0001 1" priority="1"/></body></worldbody>`,
    '',
    'refsafe="disable"',
  ),
  'friction references':
    mjcf(`<worldbody>${floor}<body pos="0 0 .09"><freejoint/><geom name="a" size=".1"/></body><body pos=".5 0 .09"><freejoint/><geom name="b" size=".1"/></body></worldbody>
    <contact><pair geom1="floor" geom2="a" condim="6" solreffriction=".05 .8" friction=".5 .4 .3 .2 .1"/><pair geom1="floor" geom2="b" condim="4" solreffriction="-100 -5" margin=".1"/></contact>`),
  'moving surfaces and adhesion':
    mjcf(`<worldbody><geom type="plane" size="5 5 .1" surfacevel="1 .2 0 0 0 .5"/><body pos="0 0 .09"><freejoint/><geom size=".1" condim="6" adhesion="3"/></body>
      <body pos=".5 0 .09"><freejoint/><geom type="box" size=".1 .1 .1" condim="4" surfacevel="0 0 0 0 1 .3" adhesion="1"/></body><body pos="1 0 .09"><freejoint/><geom size=".1" condim="1" adhesion="1"/></body></worldbody>`),
  'all kinds':
    mjcf(`<default><joint frictionloss=".1" limited="auto"/></default><worldbody>${floor}${tree('p', '0 0 .1')}${tree('q', '.7 .05 .2')}
      <body pos="0 1 .3"><joint name="l" type="slide" axis="0 0 1" range="-.1 .1" margin=".2"/><geom size=".1" condim="4"/></body></worldbody>
    <tendon><spatial name="t1" range="0 .2" limited="true" frictionloss=".1"><site site="p_tip"/><site site="q_tip"/></spatial></tendon>
    <equality><connect body1="p_b" body2="q_d" anchor=".1 .02 0"/><weld body1="p_a" body2="q_a"/><joint joint1="p_hinge" joint2="q_hinge"/><tendon tendon1="t1"/></equality>`),
};
