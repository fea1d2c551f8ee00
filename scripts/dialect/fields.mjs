// Several fields of Model, Data or a record as locals, `const { nv, dof_bodyid, M_rowadr: adr } = m;`, as AssemblyScript knows them:
// `const nv = m.nv, dof_bodyid = m.dof_bodyid, adr = m.M_rowadr;`.

/** The text of a numeric file with a declaration for each field that it takes apart. */
export function takeFields(text) {
  return text.replace(/\bconst \{([^{}]*)\} = (\w+);/g, (_, list, owner) => {
    const names = list.split(',').map((name) => name.trim());
    const declared = names.filter(Boolean).map((name) => {
      const [field, local = field] = name.split(/\s*:\s*/);
      return `${local} = ${owner}.${field}`;
    });
    return `const ${declared.join(', ')};`;
  });
}
