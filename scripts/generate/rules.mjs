// Rules of the integers of a Model, from the field table, and what each kind of sensor needs, from the vocabulary, as `validateModel` reads them.

/** The values of an enumeration as a rule; bits are any. */
function ruleOfEnum({ members }) {
  const values = members.map(({ value }) => value);
  const consecutive = values.every((value, k) => value === values[0] + k);
  return consecutive ? `${values[0]}..${values.at(-1)}` : values.join('|');
}

/** Lines of names and rules; a rule that the line before has is left out. */
function lines(rows) {
  let before;
  return rows.map(([name, rule]) => {
    const line = rule === before ? name : `${name} ${rule}`;
    before = rule;
    return line;
  });
}

/** `host/model/generated/rules.ts` */
export function rulesTs({ arrays, scalars }, { modelSizes }, { enumerations, sensors }) {
  const lengths = new Set(arrays.flatMap(([, , rows, width]) => [rows, String(width).split('*')[0]]));
  const ruleOf = (name, type, values, rule) => {
    if (type === 'f64' || type === 'f32') return rule;
    if (values !== undefined) return ruleOfEnum(enumerations.find((e) => e.name === values));
    if (rule === undefined && !(modelSizes.some(([size]) => size === name) && lengths.has(name)))
      throw new Error(`the field table does not say which values ${name} may have`);
    return rule;
  };
  const ruled = (list) => list.filter(([, rule]) => rule !== undefined && rule !== 'any');
  const ofArrays = ruled(arrays.map(([name, type, , , , values, rule]) => [name, ruleOf(name, type, values, rule)]));
  const ofScalars = ruled(scalars.map(([name, type, , , values, rule]) => [name, ruleOf(name, type, values, rule)]));
  const stages = enumerations.find(({ name }) => name === 'Stage').members.map(({ name }) => name.toLowerCase());
  const kinds = sensors.map(([, , stage, target, dim]) => `${stages.indexOf(stage)} ${dim} ${target}`);
  return `
/** Arrays of a Model and their rules, a line each; without a rule: that of the line before. */
export const arrayRules = '${lines(ofArrays).join('\\n')}';
/** The same for its numbers. */
export const scalarRules = '${lines(ofScalars).join('\\n')}';
/** For each type of sensor: stage, numbers, target. */
export const sensorKinds = '${kinds.join('\\n')}';
`;
}
