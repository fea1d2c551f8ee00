import { Body, Simulation, useModel } from '@qpos/react';
import { Canvas } from '@react-three/fiber';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';

const show = (text: string): void => {
  const output = document.querySelector('output');
  if (output !== null) output.value = text;
};

function Arm() {
  const model = useModel('/models/arm.xml');
  return (
    <Simulation
      model={model}
      control={(_, data) => data.ctrl.fill(0.4 * Math.sin(2 * data.time))}
      onFrame={(data) => show(`${data.time.toFixed(2)} s`)}
      quality="low"
    >
      <Body name="world">
        <mesh position={[0.4, 0.3, 0.1]}>
          <sphereGeometry args={[0.16]} />
          <meshBasicMaterial color="hotpink" />
        </mesh>
      </Body>
    </Simulation>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <Canvas camera={{ up: [0, 0, 1], position: [1.2, -1.2, 0.9] }}>
    <Suspense fallback={null}>
      <Arm />
    </Suspense>
  </Canvas>,
);
