import {
  Bone,
  Box,
  Camera,
  ChartLine,
  Circle,
  CircleDot,
  CircleHelp,
  Cone,
  Copy,
  Dices,
  Download,
  Expand,
  Eye,
  FolderOpen,
  Gauge,
  type IconNode,
  Key,
  LayoutGrid,
  Lightbulb,
  Link2,
  Menu,
  Moon,
  Move3d,
  PanelLeft,
  PanelRight,
  Pause,
  Play,
  Rotate3d,
  RotateCcw,
  Share2,
  SkipBack,
  SkipForward,
  Spline,
  Table2,
  Terminal,
  TriangleAlert,
  Workflow,
  X,
  Zap,
  ZoomOut,
} from 'lucide';

/** The icons that the studio uses, by what they stand for here. */
const icons = {
  play: Play,
  pause: Pause,
  stepForward: SkipForward,
  stepBack: SkipBack,
  reset: RotateCcw,
  gallery: LayoutGrid,
  open: FolderOpen,
  share: Share2,
  camera: Camera,
  record: Circle,
  theme: Moon,
  help: CircleHelp,
  download: Download,
  close: X,
  panelLeft: PanelLeft,
  panelRight: PanelRight,
  warning: TriangleAlert,
  menu: Menu,
  full: Expand,
  table: Table2,
  zoomOut: ZoomOut,
  plot: ChartLine,
  copy: Copy,
  key: Key,
  command: Terminal,
  move: Move3d,
  turn: Rotate3d,
  eye: Eye,
  random: Dices,
  body: Bone,
  joint: Workflow,
  geom: Box,
  site: CircleDot,
  actuator: Zap,
  tendon: Spline,
  sensor: Gauge,
  equality: Link2,
  light: Lightbulb,
  frustum: Cone,
} as const satisfies Record<string, IconNode>;

export type IconName = keyof typeof icons;

const SVG = 'http://www.w3.org/2000/svg';

/** An icon of Lucide, drawn in the colour of the text around it. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  for (const [tag, attributes] of icons[name]) {
    const part = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, String(value));
    svg.append(part);
  }
  return svg;
}

export function setIcon(button: HTMLElement, name: IconName): void {
  button.querySelector('svg')?.replaceWith(icon(name));
}
