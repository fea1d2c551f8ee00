import * as q from 'qpos';
const xml = `<mujoco><option timestep="0.002"/><worldbody><geom type="plane" size="1 1 1"/><body name="pole" pos="0 0 .1"><freejoint name="hinge"/><geom name="b" type="box" size=".1 .1 .1"/><site name="s"/></body></worldbody><actuator><general name="a" site="s"/></actuator><sensor><gyro name="g" site="s"/></sensor><keyframe><key name="k"/></keyframe></mujoco>`;
const big = `<mujoco><worldbody><geom type="plane" size="1 1 1"/>${Array.from({length:20},(_,i)=>`<body pos="0 0 ${i}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`).join('')}</worldbody></mujoco>`;
let m,d;
const fresh=()=>{m=q.loadModel(xml);d=q.makeData(m);q.step(m,d,10);};
fresh();
const ref = (()=>{const a=q.loadModel(xml),b=q.makeData(a);q.step(a,b,200);return b.qpos.join()})();
let bad=0;
const t=(name,f)=>{ const t0=performance.now(); let out; try { const r=f(); out='ok '+(r===undefined?'':String(typeof r==='object'?'[obj]':r).slice(0,100)); } catch(e) { out=`${e.constructor.name}/${e.name}: ${e.message?.slice(0,230)}`; if (e instanceof WebAssembly.RuntimeError) out='!!TRAP '+out;}
 const ms=performance.now()-t0; if(ms>2000) out='!!SLOW '+ms+' '+out;
 let alive='';try{const a=q.loadModel(xml),b=q.makeData(a);q.step(a,b,200); if(b.qpos.join()!==ref) alive='  !!BROKEN';}catch(e){alive='  !!DEAD '+e.message}
 console.log(name.padEnd(34),out,alive); };
globalThis.t=t;
// step n
for (const n of [0,-1,NaN,1.5,Infinity,'3',null,{},2**32+1]) t(`step n=${String(n)}`,()=>{fresh();const t0=d.time;if(n===Infinity)throw Error('skip');q.step(m,d,n);return Math.round((d.time-t0)/.002)});
t('step undefined model',()=>q.step(undefined,d)); t('step null data',()=>q.step(m,null)); t('step swapped',()=>q.step(d,m)); t('step {}',()=>q.step({},{}));
t('Data of another model',()=>{fresh();const m2=q.loadModel(big);for(let i=0;i<50;i++)q.step(m2,d)});
t('forward other',()=>{fresh();const m2=q.loadModel(big);q.forward(m2,d)});
t('inverse other',()=>{fresh();const m2=q.loadModel(big);q.inverse(m2,d)});
t('resetData other',()=>{fresh();const m2=q.loadModel(big);q.resetData(m2,d)});
t('resetKey other',()=>{fresh();const m2=q.loadModel(big);q.resetDataKeyframe(m,q.makeData(m2),0)});
t('copyData other',()=>{fresh();const m2=q.loadModel(big);q.copyData(q.makeData(m2),d)});
t('clone model with data',()=>{fresh();const m2=q.cloneModel(m);q.step(m2,d)});
t('jac other',()=>{fresh();const m2=q.loadModel(big);q.jacBody(m2,d,new Float64Array(3*m2.nv),null,19)});
t('setState other',()=>{fresh();const m2=q.loadModel(big);q.setState(m2,d,new Float64Array(q.stateSize(m2,1)*1),1)});
t('getState other',()=>{fresh();const m2=q.loadModel(big);q.getState(m2,d,new Float64Array(q.stateSize(m2,q.enums.StateBit.FULLPHYSICS)),q.enums.StateBit.FULLPHYSICS)});
t('disposed data step',()=>{fresh();d[Symbol.dispose]();const m2=q.loadModel(big),d2=q.makeData(m2);q.step(m,d);q.step(m2,d2)});
t('disposed data qpos',()=>{fresh();d[Symbol.dispose]();return d.qpos});
t('disposed data time',()=>{fresh();d[Symbol.dispose]();return d.time});
t('disposed data contact',()=>{fresh();d.contact;d[Symbol.dispose]();return d.contact.dist});
t('disposed model step',()=>{fresh();m[Symbol.dispose]();q.step(m,d)});
t('disposed model makeData',()=>{fresh();m[Symbol.dispose]();q.makeData(m)});
t('disposed model names',()=>{fresh();m[Symbol.dispose]();m.body('pole')});
t('dispose twice',()=>{fresh();m[Symbol.dispose]();m[Symbol.dispose]()});
t('cloneData disposed',()=>{fresh();d[Symbol.dispose]();q.cloneData(d)});
t('saveModel disposed',()=>{fresh();m[Symbol.dispose]();q.saveModel(m)});
fresh();
for (const [n,x] of [['short',new Float64Array(3)],['long',new Float64Array(1000)],['array',[1,2,3]],['undef',undefined],['f32',new Float32Array(100)]]) { t('setState '+n,()=>q.setState(m,d,x,q.enums.StateBit.FULLPHYSICS)); t('getState '+n,()=>q.getState(m,d,x,q.enums.StateBit.FULLPHYSICS)); t('jacBody '+n,()=>q.jacBody(m,d,x,null,1)); t('fullM '+n,()=>q.fullM(m,d,x)); t('mulM '+n,()=>q.mulM(m,d,new Float64Array(m.nv),x));t('mulJacVec '+n,()=>q.mulJacVec(m,d,new Float64Array(d.nefc),x));t('mulJacVec res '+n,()=>q.mulJacVec(m,d,x,new Float64Array(m.nv)));t('mulJacTVec '+n,()=>q.mulJacTVec(m,d,new Float64Array(m.nv),x));t('mulJacTVec res '+n,()=>q.mulJacTVec(m,d,x,new Float64Array(d.nefc)));t('constraintUpdate '+n,()=>q.constraintUpdate(m,d,x));t('contactForce res '+n,()=>q.contactForce(m,d,0,x));t('applyFT '+n,()=>q.applyFT(m,d,x,x,x,1,new Float64Array(6)));t('ray '+n,()=>q.ray(m,d,x,x)); t('transition '+n,()=>q.transitionFD(m,d,1e-6,true,x,null,null,null));t('intPos '+n,()=>q.integratePos(m,x,x,1));t('solveM '+n,()=>q.solveM(m,d,x,x));t('restore '+n,()=>q.restoreModel(x)); t('rne'+n,()=>q.rne(m,d,true,x)); t('multiRay'+n,()=>q.multiRay(m,d,[0,0,0],x,x,x,x));t('readSensor'+n,()=>q.readSensor(m,d,0,0,x));t('quat'+n,()=>q.subQuatJacobian(x,x,x,x));}
for (const id of [-1,1.5,NaN,99,'pole',undefined,null]) { for (const f of ['body','joint','geom','site','actuator','sensor','key','tendon','camera']) { if(m[f]) t(`model.${f}(${id})`,()=>m[f](id)); } t('data.body '+id,()=>d.body(id)); t('jacBody '+id,()=>q.jacBody(m,d,new Float64Array(18),null,id)); t('contactForce '+id,()=>q.contactForce(m,d,id,new Float64Array(6))); t('key '+id,()=>q.resetDataKeyframe(m,d,id)); t('geomDistance '+id,()=>q.geomDistance(m,d,id,0,1)); t('objVel '+id,()=>q.objectVelocity(m,d,1,id,new Float64Array(6)));t('objVel type'+id,()=>q.objectVelocity(m,d,id,1,new Float64Array(6))); t('readCtrl '+id,()=>q.readCtrl(m,d,id,0)); t('insideSite '+id,()=>q.insideSite(m,d,id,[0,0,0])); t('idToName '+id,()=>q.idToName(m,'body',id));t('maxContact '+id,()=>q.maxContact(m,id,0)); t('sig '+id,()=>q.stateSize(m,id));t('forwardSkip '+id,()=>q.forwardSkip(m,d,id));t('solveM n '+id,()=>q.solveM(m,d,new Float64Array(6),new Float64Array(6),id)); t('setBackend'+id,()=>q.setBackend(id)?.catch?.(e=>console.log('   rejected',e.message)));t('resetDebug '+id,()=>q.resetDataDebug(m,d,id));t('ray exclude '+id,()=>q.ray(m,d,new Float64Array(3),Float64Array.of(0,0,-1),{bodyExclude:id}).distance);}
t('nameToId kind',()=>q.nameToId(m,'foo','x'));
for (const s of [{nbody:-1},{nbody:1.5},{nbody:NaN},{nbody:1e12},{nv:2**31},{foo:3},undefined,null,{nbody:'3'},{nmeshvert:5e8},{nv:1e5}]) t('makeModel '+JSON.stringify(s),()=>{const x=q.makeModel(s);return `nbody ${x.nbody}`});
t('makeModel {} step',()=>{const x=q.makeModel({nbody:1});const y=q.makeData(x);q.step(x,y)});
t('makeModel {} data',()=>{const x=q.makeModel({});const y=q.makeData(x);q.step(x,y)});
t('makeModel zeros step',()=>{const x=q.makeModel({nbody:3,njnt:2,nq:2,nv:2,ngeom:2});const y=q.makeData(x);q.step(x,y)});
t('makeData undefined',()=>q.makeData(undefined));t('makeData {}',()=>q.makeData({}));
t('callbacks undefined',()=>{fresh();m.callbacks=undefined;q.step(m,d)});
t('callbacks bad',()=>{fresh();m.callbacks={control:3};q.step(m,d)});
t('callbacks unknown',()=>{fresh();m.callbacks={controll(){}};q.step(m,d)});
t('callback throws',()=>{fresh();m.callbacks={control(){throw 1}};q.step(m,d)});
t('callback re-enters',()=>{fresh();m.callbacks={control(mm,dd){q.step(mm,dd)}};q.step(m,d)});
t('callback disposes',()=>{fresh();m.callbacks={control(mm,dd){dd[Symbol.dispose]()}};q.step(m,d)});
t('onWarning throws',()=>{fresh();d.onWarning=()=>{throw new Error('w')};d.qpos[0]=NaN;q.step(m,d)});
for (const [k,v] of Object.entries({timestep:[0,-1,NaN,Infinity,1e300],integrator:[99,-1],solver:[99],cone:[99],jacobian:[99],iterations:[-1,2**31-1],ls_iterations:[-5,2**31-1],ccd_iterations:[-1,0,1e6,2**31-1],sdf_iterations:[2**31-1],noslip_iterations:[-1,1000],tolerance:[NaN,-1],impratio:[0,NaN],density:[NaN],disableflags:[-1,2**31-1],enableflags:[-1]})) for (const x of v) t(`opt.${k}=${x}`,()=>{fresh();m.opt[k]=x;q.step(m,d,50)});
for (const f of ['qpos','qvel','ctrl','qfrc_applied','xfrc_applied','qacc_warmstart']) for (const x of [NaN,Infinity,1e300,-1e11]) t(`data.${f}=${x}`,()=>{fresh();d[f].fill(x);q.step(m,d,20);return d.warning.number.join()});
t('set ncon',()=>{fresh();d.ncon=1e9;const l=d.contact.dist.length;q.step(m,d);return l});
t('set nefc',()=>{fresh();d.nefc=-5;q.mulJacVec(m,d,new Float64Array(4),new Float64Array(6))});
t('set time str',()=>{d.time='abc';return d.time});
t('assign qpos',()=>{d.qpos=[1,2,3]});t('assign opt.gravity',()=>{m.opt.gravity=[0,0,0]});t('assign nbody',()=>{m.nbody=9}); t('typo',()=>{m.opt.timestepp=3});
