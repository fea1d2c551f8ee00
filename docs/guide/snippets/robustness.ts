import {
  ArgumentError,
  BinaryError,
  EngineError,
  enums,
  FieldError,
  type Limits,
  loadModel,
  ModelError,
  makeData,
  restoreModel,
  StepError,
  saveModel,
  setChecks,
  step,
  stepStrict,
  validateModel,
} from 'qpos';

// a model from a stranger: say what it may ask for
const limits: Partial<Limits> = { textLength: 4e6, elements: 20_000, expandedElements: 20_000, hfieldCells: 1e6 };
const flood = `<mujoco>
  <worldbody><replicate count="1000000" offset="1 0 0"><geom size=".1"/></replicate></worldbody>
</mujoco>`;
try {
  loadModel(flood, { file: 'flood.xml', limits });
} catch (error) {
  if (!(error instanceof ModelError)) throw error;
  console.log(error.code, error.file, error.line, error.hint);
}

const model = loadModel(`
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom size=".1"/></body>
  </worldbody>
</mujoco>`);
const data = makeData(model);

// step: what MuJoCo does. A warning is counted and told, and the simulation starts over
data.onWarning = (kind, info) => console.log('warning', kind === enums.Warning.BADQVEL, info);
step(model, data, 10);
data.qvel[2] = Number.NaN;
step(model, data);
console.log(data.time, data.warning.number[enums.Warning.BADQVEL]);

// stepStrict: the same is an error, and the state is what it was before the step
step(model, data, 10);
const { time } = data;
data.qvel[2] = Number.NaN;
try {
  stepStrict(model, data);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.log(error.code, error.stage, error.index, data.time === time);
}

// a wrong argument: nothing has changed
try {
  step(model, data, -1);
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  console.log(error.code, error.message);
}

// an index that the program itself has set wrong: with checks on, it is found before a stage uses it
const spoiled = loadModel(
  '<mujoco model="spoiled"><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
);
const spoiledData = makeData(spoiled);
spoiled.jnt_qposadr[0] = 1e9;
setChecks(true);
try {
  step(spoiled, spoiledData);
} catch (error) {
  if (!(error instanceof FieldError)) throw error;
  console.log(error.field, error.row, error.value);
}
setChecks(false);

// without checks it ends in an error of the engine, if it leaves the memory; all other objects go on
try {
  step(spoiled, spoiledData);
} catch (error) {
  if (!(error instanceof EngineError)) throw error;
  console.log(error.code, error.stage, error.model);
}
data.qvel[2] = 0;
step(model, data);

// a saved model that was damaged on its way
const bytes = saveModel(model);
bytes[bytes.length - 1] ^= 1;
try {
  restoreModel(bytes);
} catch (error) {
  if (!(error instanceof BinaryError)) throw error;
  console.log(error.code);
}

// a model whose indices were changed, by a program or by someone who forged its bytes
model.geom_bodyid[1] = 7;
try {
  validateModel(model);
} catch (error) {
  if (!(error instanceof FieldError)) throw error;
  console.log(error.field, error.row, error.value);
}
