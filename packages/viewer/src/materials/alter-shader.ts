import type { Material, WebGLProgramParametersWithUniforms } from 'three';

/** Changes the shader of a material, after the changes that were made to it before. Equal names must stand for equal changes. */
export function alterShader(
  material: Material,
  name: string,
  change: (shader: WebGLProgramParametersWithUniforms) => void,
): void {
  const before = material.onBeforeCompile.bind(material);
  const key = material.customProgramCacheKey();
  material.onBeforeCompile = (shader, renderer) => {
    before(shader, renderer);
    change(shader);
  };
  material.customProgramCacheKey = () => `${key}|${name}`;
  material.needsUpdate = true;
}
