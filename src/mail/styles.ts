const ink = '#2b211c'

/** How the parts of every mail look; mail programs read styles from attributes only. */
export const TEXT = { color: ink, fontSize: 16, lineHeight: '24px', margin: '0 0 12px' }
export const HEADING = {
  color: ink,
  fontSize: 22,
  lineHeight: '28px',
  margin: '0 0 12px',
  fontFamily: 'Georgia, serif',
}
export const FAINT = { ...TEXT, color: '#6e645c', fontSize: 14, lineHeight: '21px', margin: 0 }
