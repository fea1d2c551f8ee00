import { EditorView } from '@codemirror/view';

/** The editor in the colours of the page, which its custom properties bring into the shadow tree. */
export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'transparent', font: '12px / 17px var(--code)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '17px', scrollbarWidth: 'thin' },
  '.cm-content': { caretColor: 'var(--text)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--muted)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--hover) 45%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--second) 35%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--second) 18%, transparent)' },
  '.mark': {
    backgroundColor: 'color-mix(in srgb, var(--warning) 18%, transparent)',
    boxShadow: 'inset 2px 0 var(--warning)',
  },
  '.mark.error': {
    backgroundColor: 'color-mix(in srgb, var(--error) 22%, transparent)',
    boxShadow: 'inset 2px 0 var(--error)',
  },
  '.note': {
    position: 'sticky',
    right: '6px',
    marginLeft: '16px',
    padding: '0 8px',
    color: 'var(--warning)',
    backgroundColor: 'var(--panel)',
    borderRadius: '4px',
    userSelect: 'none',
  },
  '.mark.error .note': { color: 'var(--error)' },
  '.cm-tooltip': {
    maxWidth: '420px',
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--code)', maxHeight: '15em' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--text)', backgroundColor: 'var(--hover)' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { color: 'var(--accent)', textDecoration: 'none' },
  '.cm-completionInfo': { padding: '6px 10px', fontFamily: 'system-ui, sans-serif' },
  '.doc': { padding: '6px 10px', fontFamily: 'system-ui, sans-serif' },
  '.doc code': { color: 'var(--second)', fontFamily: 'var(--code)', whiteSpace: 'pre-wrap' },
  '.doc p': { margin: '4px 0 0' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--raised)' },
  '.cm-textfield': { color: 'var(--text)', backgroundColor: 'var(--panel)', border: '1px solid var(--line)' },
  '.cm-button': { color: 'var(--text)', background: 'var(--hover)', border: '1px solid var(--line)' },
});
