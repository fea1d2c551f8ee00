// Working memory of the dialect, `const force = scratchF64(6);`, at a constant address of AssemblyScript: an allocation would be found through
// a global each time.
const BYTES = { F64: 8, I32: 4 };

/** The text of a numeric file with its working memory at constant addresses. */
export function takeScratch(text) {
  return text.replace(
    /= scratch(F64|I32)\((.*)\);/g,
    (_, type, length) => `= changetype<${type}>(memory.data((${length}) * ${BYTES[type]}, 16));`,
  );
}
