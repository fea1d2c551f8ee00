import { cableMaterials } from '../../cables/index.ts';
import { chainPresets, clothPresets, materials, solidPresets } from '../../soft/index.ts';
import { derived, fieldsOf, type Published, type Stated } from './row.ts';

const FLAT = 2 * Math.sqrt(3); // stiffness of a hinge over flexural rigidity, 3·e² / A of two triangles of equal sides
const WATER = 993.7;
const PROTEIN = 1340;

const KAY = 'Kay and Laby, by medicalalgorithms.com, density of various organs';
const TISSUES = 'Ann. Biomed. Eng. 43:641 (2014), PMC4785597, table 1';
const DENSITIES = 'Mech. Mater. 44:174 (2012), PMC3233242, table 3';
const RUBBER = 'MatWeb, vulcanised natural rubber (3 · shear modulus); PMC11019708, table 2, Silastic';
const NON_METALS = 'themechanicalengineeringhandbook.com, non-metals';
const PAPER = 'Ashby, Materials and the Environment, paper and cardboard';
const LEATHER = 'inpelle.net, technical data report';
const LEATHER_MODULUS = 'leather-dictionary.com, 8 to 25 N/mm², over 35 to 60 % at break (inpelle.net)';
const ARCSIM = 'ARCSim, materials/gray-interlock.json (Wang et al. 2011)';
const PENAVA = 'Penava et al. (2014), table 1, cotton';
const WOVEN = 'Penava et al. (2014), table 1, woven fabrics (wool, cotton, wool with elastane, polyester)';
const STEEL = 'Lust CDA3000 engineering guide, table 7.23';
const ROPE = 'engineeringtoolbox.com, nylon (d_1513) and polyester polyolefin (d_1515) ropes; industrialrope.com';
const ALTAIR = "Altair Radioss help (2022), Poisson's ratio";
const GELATIN = 'water and protein (Kay and Laby) in ratios of 20:1 to 2:1';

const mixture = (water: number): number => (water + 1) / (water / WATER + 1 / PROTEIN);
const plate = (young: number, thickness: number, poisson: number): number =>
  (young * thickness ** 3) / (12 * (1 - poisson ** 2));
const disc = (radius: number): number => Math.PI * radius * radius;

type ClothName = keyof typeof clothPresets;
const density = (name: ClothName, stated: Stated, source: string): Published => {
  const { areaDensity, thickness } = clothPresets[name];
  return derived(
    'clothPresets',
    name,
    'density',
    ['areaDensity', 'thickness'],
    areaDensity / thickness,
    stated,
    source,
  );
};
const rigidity = (name: ClothName, stated: Stated, source: string): Published =>
  derived('clothPresets', name, 'flexural rigidity', ['bend'], 1 / (FLAT * clothPresets[name].bend), stated, source);

const cloths: readonly Published[] = [
  ...fieldsOf('clothPresets', clothPresets, 'cotton', PENAVA, {
    areaDensity: [0.1495, 0.1505],
    thickness: [0.000315, 0.00032],
  }),
  rigidity('cotton', [7.05e-6, 39e-6], ARCSIM),
  ...fieldsOf(
    'clothPresets',
    clothPresets,
    'silk',
    'mommesilk.com and ebay guide 10000000205134302, habutai of 5 to 16 momme',
    {
      areaDensity: [5 * 0.00434, 16 * 0.00434],
    },
  ),
  density('silk', [0.2348 / 0.568e-3, 0.1646 / 0.252e-3], WOVEN),
  rigidity('silk', [7.05e-6, 39e-6], ARCSIM),
  ...fieldsOf('clothPresets', clothPresets, 'leather', LEATHER, {
    areaDensity: [0.7, 1.1],
    thickness: [0.001, 0.0017],
  }),
  density('leather', [600, 800], LEATHER),
  rigidity('leather', [plate(8e6 / 0.6, 0.0012, 0), plate(25e6 / 0.35, 0.0012, 0)], LEATHER_MODULUS),
  density('rubber', [950, 1300], `MatWeb; ${NON_METALS}`),
  rigidity('rubber', [plate(1.5e6, 0.002, 0.49), plate(4e6, 0.002, 0.49)], RUBBER),
  density('paper', [480, 860], PAPER),
  rigidity('paper', [plate(3e9, 1e-4, 1 / 3), plate(8.9e9, 1e-4, 1 / 3)], PAPER),
  density('membrane', [950, 1150], `MatWeb; ${NON_METALS}`),
  rigidity('membrane', [plate(1.5e6, 2e-4, 0.49), plate(4e6, 2e-4, 0.49)], RUBBER),
];

const solid = (name: keyof typeof solidPresets, stated: Stated, source: string): Published[] =>
  fieldsOf('solidPresets', solidPresets, name, source, { density: stated });

const solids: readonly Published[] = [
  ...solid('rubber', [950, 1300], `MatWeb; ${NON_METALS}`),
  ...solid('gelatin', [mixture(20), mixture(2)], GELATIN),
  ...solid('softTissue', [950, 1090], `${DENSITIES}, fat to skin`),
  ...solid('muscle', [1038, 1056], KAY),
  ...solid('foam', [46, 85], 'Casavola et al. (2022), Phys. Sci. Forum 4:20, abstract'),
  ...solid('stiff', [900, 2700], `${NON_METALS}, polypropylene; Lust CDA3000, table 7.23, aluminium`),
];

const line = (name: keyof typeof chainPresets, lineDensity: Stated, source: string): Published =>
  derived(
    'chainPresets',
    name,
    'lineDensity',
    ['lineDensity', 'radius'],
    chainPresets[name].lineDensity,
    lineDensity,
    source,
  );
const hair = (diameter: number): number => 3000 * PROTEIN * disc(diameter / 2);

const chains: readonly Published[] = [
  line('rope', [0.479, 0.506], ROPE),
  line('steelCable', 7860 * disc(0.005), STEEL),
  line('softCable', [0.161, 0.207], 'control valve wiring, multi-core specifications: 10.1 and 10.2 mm'),
  line('hair', [hair(46.5e-6), hair(67.7e-6)], `3,000 hairs of 57.1 ± 10.6 µm (BioNumbers 106859), protein (${KAY})`),
  line('chain', [2.7, 3.1], 'uulifting.com, DIN 766 chain of 11 and 12 mm'),
];

type Row = readonly [young: Stated, youngSource: string, density: Stated, densitySource: string];
const MATERIALS: Readonly<Record<Exclude<keyof typeof materials, 'foam'>, Row>> = {
  rubber: [[1.5e6, 4e6], RUBBER, [950, 1300], `MatWeb; ${NON_METALS}`],
  cloth: [[16.5 / 0.000318, 414 / 0.000318], `${ARCSIM}, over the thickness of ${PENAVA}`, [465, 475], PENAVA],
  softTissue: [[2.4e4, 1e5], `${TISSUES}, brain (3 · shear modulus) to muscle`, [950, 1090], DENSITIES],
  muscle: [[2.5e4, 1e5], TISSUES, [1038, 1056], KAY],
  cartilage: [
    [6e5, 9e5],
    `${TISSUES}, shear modulus of 300 kPa`,
    [1100, 1130],
    `${KAY}, lean tissue; ${DENSITIES}, tendon`,
  ],
  gelatin: [[4.34e3, 2.77e5], 'Bonavia (2025), arXiv 2512.20502, abstract', [mixture(20), mixture(2)], GELATIN],
  leather: [[8e6 / 0.6, 25e6 / 0.35], LEATHER_MODULUS, [600, 800], LEATHER],
  rope: [
    [7.9e8, 1e9],
    `${ROPE} over 15 % at break (huangye88.com, Marina Maxi); ${NON_METALS}, nylon`,
    [654, 822],
    ROPE,
  ],
  steelCable: [[2e11, 2.05e11], 'Autodesk Inventor, torsion spring materials, carbon steel wire', 7860, STEEL],
  tendon: [[5e8, 1.5e9], `${TISSUES}; Bennett et al. (1986)`, [1120, 1130], `${DENSITIES}; Bennett et al. (1986)`],
  paper: [[3e9, 8.9e9], PAPER, [480, 860], PAPER],
  flexiblePlastic: [[1.2e9, 1.5e9], `${NON_METALS}, polyethylene and polypropylene`, [900, 950], NON_METALS],
  softWood: [
    [8.9e9, 1.6e10],
    'owic.oregonstate.edu; makeitfrom.com, spruce-pine-fir',
    [432, 577],
    'owic.oregonstate.edu, air dry',
  ],
};

const materialRows = Object.entries(MATERIALS).flatMap(([name, [young, youngSource, mass, massSource]]) => [
  ...fieldsOf('materials', materials, name as keyof typeof materials, youngSource, { young }),
  ...fieldsOf('materials', materials, name as keyof typeof materials, massSource, { density: mass }),
]);

const poisson = (name: keyof typeof materials, stated: Stated, source: string): Published[] =>
  fieldsOf('materials', materials, name, source, { poisson: stated });

/** What was read about cloths, solids, chains, materials and cables. */
export const softRows: readonly Published[] = [
  ...cloths,
  ...solids,
  ...chains,
  ...materialRows,
  ...fieldsOf('materials', materials, 'foam', 'Casavola et al. (2022), Phys. Sci. Forum 4:20, abstract', {
    density: [46, 85],
  }),
  ...fieldsOf('materials', materials, 'foam', 'Int. Wound J. 15:402 (2018), PMC7949503, table 3, foam mattresses', {
    young: [5e3, 1.5e4],
  }),
  ...poisson('rubber', [0.45, 0.5], NON_METALS),
  ...poisson('cloth', [0.24, 0.28], 'Penava et al. (2014), cotton 0.243, wool 0.277'),
  ...poisson(
    'softTissue',
    [0.45, 0.4999],
    'arxivlens.com, values of finite element models of the human heel, abstract',
  ),
  ...poisson('muscle', [0.36, 0.5], 'scite.ai, statements on passive muscle in compression: along and across fibres'),
  ...poisson('cartilage', [0.36, 0.49], 'J. Biomech. 33:1049 (2000), abstract: instantaneous, fetal to adult'),
  ...poisson('gelatin', [0.495, 0.5], 'Nedoluha et al. (2025), Soft Matter, abstract and introduction: soft solids'),
  ...poisson('foam', [0.1, 0.4], ALTAIR),
  ...poisson('steelCable', [0.27, 0.3], ALTAIR),
  ...poisson(
    'tendon',
    [0.4, 0.49],
    'Sci. Rep. 8:2323 (2018), PMC5797142, table 1, tendons as linear elastic; Transverse compression of tendons, abstract',
  ),
  ...poisson('paper', 1 / 3, 'The in-plane Poisson ratio of paper (1983), Fibre Sci. Technol., abstract'),
  ...poisson('flexiblePlastic', [0.4, 0.42], NON_METALS),
  ...poisson('softWood', [0.29, 0.45], 'engdatabase.com, Douglas-fir (USDA Wood Handbook); makeitfrom.com'),
  ...fieldsOf(
    'cableMaterials',
    cableMaterials,
    'steel',
    'Autodesk Inventor, torsion spring materials, carbon steel wire',
    {
      modulus: [2e11, 2.05e11],
    },
  ),
  ...fieldsOf('cableMaterials', cableMaterials, 'steel', 'certex.dk, technical information: wires of rope grade 1770', {
    strength: [1.57e9, 1.96e9],
  }),
  ...fieldsOf('cableMaterials', cableMaterials, 'steel', STEEL, { density: 7860 }),
  ...fieldsOf('cableMaterials', cableMaterials, 'dyneema', 'DSM Dyneema, fact sheet CIS YA100 (2010), SK60 to SK78', {
    modulus: [65e9, 132e9],
    strength: [2.4e9, 3.9e9],
    density: [960, 990],
  }),
  ...fieldsOf('cableMaterials', cableMaterials, 'biological', 'Bennett, Ker, Dimery and Alexander (1986)', {
    modulus: 1.5e9,
    strength: 0.1e9,
    density: [1120, 1130],
  }),
  ...fieldsOf('cableMaterials', cableMaterials, 'soft', 'PMC11019708, table 2, Silastic tubing of Shore A 50 to 78', {
    modulus: [2.1e6, 4e6],
    strength: [7.1e6, 9.6e6],
  }),
  ...fieldsOf('cableMaterials', cableMaterials, 'soft', `Silastic 55U; ${NON_METALS}, silicone rubber`, {
    density: [1170, 1300],
  }),
];
