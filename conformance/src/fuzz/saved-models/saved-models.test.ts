import { FieldError, loadModel, type Model, restoreModel, saveModel, validateModel } from 'qpos';
import { describe, expect, test } from 'vitest';
import { arrayRules } from '../../../../packages/core/src/host/model/generated/rules.ts';
import { readRules } from '../../../../packages/core/src/host/model/validate/rules.ts';
import { makeRandom } from '../../models/random-tree.ts';
import { loadOracle, loadOracleXml } from '../../oracle/oracle.ts';
import { modelFromOracle } from '../../oracle/transfer.ts';
import { pid } from '../../plugins/pid.ts';
import { binary } from '../formats/binary-format.ts';
import { makeCases } from '../formats/cases.ts';
import { mjcfSeeds, RARE_MJCF } from '../formats/model-seeds.ts';
import { isFailure, MAX_SECONDS, runCase } from '../formats/outcome.ts';
import { FLEX_MODELS } from './flex-models.ts';
import { runGuarded } from './guarded-mutants.ts';

/** The long tests ask for more, and for some with guards around every array, each of which takes as long as ten others. */
const { QPOS_MUTANTS } = process.env;
const MUTANTS = Number(QPOS_MUTANTS ?? 200);
const GUARDED = QPOS_MUTANTS === undefined ? 0 : Math.ceil(MUTANTS / 40);
const WRONG = [0x7fffffff, -28088, 1e6];

const texts = (): string[] => [RARE_MJCF, SKIN, PLUGIN, ...mjcfSeeds().map((bytes) => new TextDecoder().decode(bytes))];
const SKIN = `<mujoco><worldbody><body name="b"><joint/><geom size="1"/></body></worldbody><deformable>
  <skin vertex="0 0 0 1 0 0 0 1 0" texcoord="0 0 1 0 0 1" face="0 1 2">
    <bone body="b" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable></mujoco>`;
const PLUGIN = `<mujoco><extension><plugin plugin="example.pid"><instance name="loop"><config key="ki" value="60"/></instance></plugin></extension>
  <worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>
  <actuator><plugin joint="j" plugin="example.pid" instance="loop"/></actuator></mujoco>`;
const load = (text: string): Model => loadModel(text, { plugins: [pid], onWarning() {} });

describe('a wrong value is refused by name', () => {
  test('in every field that has a rule', async () => {
    const oracle = await loadOracle();
    const flexes = FLEX_MODELS.map((text) => modelFromOracle(loadOracleXml(oracle, text).model));
    const rules = readRules(arrayRules);
    const atLeast = new Set(rules.filter(({ rule }) => rule.startsWith('>=')).map(({ field }) => field));
    const ruled = rules.map(({ field }) => field);
    const refused = new Set<string>();
    const random = makeRandom(1);
    for (const model of [...flexes, ...texts().map(load)]) {
      const fields = model as unknown as Record<string, Int32Array>;
      for (const name of ruled.filter((n) => !refused.has(n) && (fields[n] as Int32Array).length > 0)) {
        const field = fields[name] as Int32Array;
        const at = random.below(field.length);
        const before = field[at] as number;
        const tries = WRONG.filter((value) => {
          field[at] = value;
          try {
            validateModel(model);
            return false;
          } catch (error) {
            if (!(error instanceof FieldError)) throw error;
            return true;
          }
        });
        field[at] = before;
        if (tries.length === WRONG.length || (tries.length > 0 && atLeast.has(name))) refused.add(name);
      }
      validateModel(model);
      model[Symbol.dispose]();
    }
    expect(ruled.filter((name) => !refused.has(name))).toEqual([]);
  });

  test('the attack of an address far below an array', () => {
    const model = load('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
    model.jnt_qposadr[0] = -28088;
    const error = (() => {
      try {
        return restoreModel(saveModel(model));
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(FieldError);
    expect(error).toMatchObject({ code: 'inconsistent', field: 'jnt_qposadr', row: 0, value: -28088 });
  });

  test('a row that is not its own parent, in a tree that has no end', () => {
    const model = load(
      '<mujoco><worldbody><body><joint/><geom size="1"/><body><joint/><geom size="1"/></body></body></worldbody></mujoco>',
    );
    model.body_parentid[1] = 2;
    expect(() => validateModel(model)).toThrow(/body_parentid\[1\] is 2/);
  });

  test('more iterations than allowed', () => {
    const model = load('<mujoco/>');
    model.opt.ls_iterations = 1e9;
    expect(() => validateModel(model)).toThrow(/limits.iterations is 100000/);
    expect(() => validateModel(model, { iterations: 1e9 })).not.toThrow();
  });
});

describe(`${MUTANTS} mutants with a right checksum`, () => {
  test('are refused by a typed error, or step without touching a neighbour', async () => {
    const caseOf = makeCases(binary, 7);
    const failed: string[] = [];
    let read = 0;
    for (let index = 0; index < MUTANTS && failed.length < 5; index++) {
      const start = process.cpuUsage();
      const outcome = await runCase(binary, caseOf(index).bytes);
      const seconds = process.cpuUsage(start).user / 1e6;
      if (outcome.kind === 'read') read++;
      if (isFailure(outcome)) failed.push(`${index}: ${outcome.error}`);
      if (seconds > MAX_SECONDS) failed.push(`${index}: ${seconds} s`);
    }
    expect(failed).toEqual([]);
    expect(read).toBeGreaterThan(MUTANTS / 10);
  }, 3_600_000);

  if (GUARDED > 0)
    test('never use an index outside of an array', async () => {
      const { seeds, accepted, failures } = await runGuarded(0, GUARDED, 3);
      expect(failures).toEqual([]);
      expect(seeds).toBeGreaterThan(100);
      expect(accepted).toBeGreaterThan(GUARDED / 10);
    }, 3_600_000);
});
