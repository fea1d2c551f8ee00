import { describe, expect, test } from 'vitest';
import { ADHESION_PRESETS, AdhesionActuator, CYLINDER_PRESETS, customActuator, IntegratedVelocityActuator, JointMotor, MOTOR_PRESETS, type MotorPreset, PneumaticCylinder } from './index.ts'; // biome-ignore format: one list

describe('motors', () => {
  test('each mode asks for its force, within the largest', () => {
    expect(new JointMotor({ mode: 'torque', target: 3, gearRatio: 4 }).force(1, 1)).toBe(12);
    expect(new JointMotor({ mode: 'velocity', target: 3, kd: 2 }).force(0, 1)).toBe(4);
    expect(new JointMotor({ mode: 'position', target: 1, kp: 10, kd: 2 }).force(0.5, 1)).toBe(3);
    expect(new JointMotor({ mode: 'velocity', target: 3, kd: 2, maxForce: 1 }).force(0, 1)).toBe(1);
    expect(new JointMotor({ mode: 'torque', target: 3, enabled: false }).force(0, 0)).toBe(0);
  });

  test('the torque falls in a straight line from stall to the speed without load', () => {
    const motor = new JointMotor({ target: 100, gearRatio: 10, curve: { stallTorque: 0.5, noLoadSpeed: 300 } });
    expect(motor.force(0, 0)).toBe(5);
    expect(motor.force(0, 15)).toBeCloseTo(2.5, 14);
    expect(motor.force(0, 30)).toBe(0);
    expect(motor.force(0, 60)).toBe(0);
    expect(motor.force(0, -15)).toBe(5); // it brakes with the stall torque at most
    motor.target = -100;
    expect(motor.force(0, -15)).toBeCloseTo(-2.5, 14);
  });

  test('power is largest at half of both: stall torque · speed / 4', () => {
    const motor = JointMotor.of('dynamixelMx64', { target: 1e9 });
    const { stallTorque, noLoadSpeed } = MOTOR_PRESETS.dynamixelMx64;
    const power = Array.from({ length: 1001 }, (_, k) => (k / 1000) * noLoadSpeed).map((w) => motor.force(0, w) * w);
    expect(Math.max(...power)).toBeCloseTo((stallTorque * noLoadSpeed) / 4, 6);
  });

  test.each(Object.keys(MOTOR_PRESETS) as MotorPreset[])('%s stalls and idles as its preset says', (preset) => {
    const { stallTorque, noLoadSpeed } = MOTOR_PRESETS[preset];
    const motor = JointMotor.of(preset, { target: 1e9 });
    expect(motor.force(0, 0)).toBeCloseTo(stallTorque, 12);
    expect(motor.force(0, noLoadSpeed)).toBeCloseTo(0, 12);
  });

  test.each([
    ['an unknown mode', () => new JointMotor({ mode: 'jump' as never }), 'bad-argument'],
    ['an unknown device', () => JointMotor.of('warp' as never), 'unknown-name'],
    ['a gear of 0', () => new JointMotor({ gearRatio: 0 }), 'bad-argument'],
    ['NaN', () => new JointMotor().force(Number.NaN, 0), 'bad-argument'],
  ])('%s is refused', (_, make, code) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code }));
  });
});

describe('actuators', () => {
  test('an integrated velocity holds a joint at rest and follows its target', () => {
    const actuator = new IntegratedVelocityActuator({ kp: 100, kd: 20, range: [-1, 0.5] });
    let [x, v] = [0, 0];
    for (let k = 0; k < 2000; k++) {
      v += 0.001 * actuator.step(k < 400 ? 1 : 0, x, v, 0.001);
      x += 0.001 * v;
    }
    expect(x).toBeCloseTo(0.4, 3);
    for (let k = 0; k < 5000; k++) actuator.step(1, 0, 0, 0.001);
    expect(actuator.target).toBe(0.5);
    actuator.reset();
    expect(actuator.target).toBe(0);
  });

  test('a cylinder gives area times pressure, after its time constant 63 % of it', () => {
    for (const [preset, force] of [
      ['mckibbenSmall', 60],
      ['industrialMedium', 1400],
      ['hydraulic', 20_000],
    ] as const) {
      const cylinder = new PneumaticCylinder(CYLINDER_PRESETS[preset]);
      expect(cylinder.step(1, 0, 0, CYLINDER_PRESETS[preset].timeConstant)).toBeCloseTo(force * (1 - Math.exp(-1)), 9);
      expect(cylinder.step(1, 0, 0, 100)).toBeCloseTo(force, 9);
      expect(cylinder.step(0, 0, 0, 100)).toBeCloseTo(0, 9);
    }
  });

  test('many small steps of a cylinder are one large one', () => {
    const [one, many] = [
      new PneumaticCylinder(CYLINDER_PRESETS.hydraulic),
      new PneumaticCylinder(CYLINDER_PRESETS.hydraulic),
    ];
    one.step(0.7, 0, 0, 0.05);
    for (let k = 0; k < 50; k++) many.step(0.7, 0, 0, 0.001);
    expect(many.pressure / one.pressure).toBeCloseTo(1, 12);
  });

  const pump = { attachTime: 28e-6 / (8.3e-3 / 60), releaseTime: 0.05 }; // 28 cm³ at 8.3 l/min
  test.each(Object.entries(ADHESION_PRESETS))('%s adhesion takes hold and lets go with its times', (_, preset) => {
    const options = { ...pump, ...preset, maxForce: 20 };
    const pad = new AdhesionActuator(options);
    expect(pad.step(1, 0, 0, options.attachTime)).toBeCloseTo(20 * (1 - Math.exp(-1)), 12);
    pad.step(1, 0, 0, 1e3);
    expect(pad.maxShear).toBeCloseTo(20 * preset.shearRatio, 12);
    expect(pad.step(0, 0, 0, options.releaseTime)).toBeCloseTo(20 * Math.exp(-1), 12);
    pad.reset();
    expect(pad.strength).toBe(0);
  });

  test('an actuator of your own', () => {
    const spring = customActuator((u, x) => 10 * (u - x));
    expect(spring.step(1, 0.5, 0, 0.01)).toBe(5);
    expect(() => customActuator(() => Number.NaN).step(0, 0, 0, 0.1)).toThrow(
      expect.objectContaining({ name: 'PartsError' }),
    );
  });
});
