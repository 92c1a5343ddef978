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
/** A link that is pressed. */
export const BUTTON = {
  backgroundColor: '#7a2a5a',
  borderRadius: 8,
  color: '#ffffff',
  display: 'inline-block',
  fontWeight: 600,
  padding: '10px 20px',
  textDecoration: 'none',
}
export const FAINT = { ...TEXT, color: '#6e645c', fontSize: 14, lineHeight: '21px', margin: 0 }
