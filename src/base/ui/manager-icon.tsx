import { Icon, IconDrawing, type IconName } from './icon.tsx'

// Apart from `icon.tsx`, whose icons come with everybody's first page.
const PATHS = {
  keyboard: 'M3.5 6.5h17v11h-17zM7 10h.1M10.4 10h.1M13.7 10h.1M17 10h.1M8 14h8',
  import: 'M12 4v10.5M7.5 10.5l4.5 4.5 4.5-4.5M4.5 16v3a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-3',
  // Books on a shelf.
  copies: 'M4 4.5h4v15H4zM8 7.500h4v12H8zM13.200 6l3.900-1 3.700 13.500-3.900 1z',
  duplicates: 'M8.500 8.500h11v11h-11zM15.500 8.500v-4h-11v11h4',
  // A box with a lid.
  archive: 'M3.5 4.5h17v4h-17zM5 8.500v10a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-10M9.500 12.500h5',
  tag: 'M3.5 12.5V4.5a1 1 0 0 1 1-1h8l8 8-9 9zM8 8h.1',
  camera: 'M3.5 8.500h4L9 6h6l1.500 2.500h4v10.500h-17zM12 16.500a3.250 3.250 0 1 0 0-6.500 3.250 3.250 0 0 0 0 6.500z',
  // A bar code.
  scan: 'M4 8V5h3M17 5h3v3M20 16v3h-3M7 19H4v-3M8 9v6M11 9v6M13.5 9v6M16 9v6',
  late: 'M4 6.5h16M4 12h10M4 17.5h16',
  // A card with a picture and a name.
  card: 'M3.5 6h17v12h-17zM7.500 10h3v3.500h-3zM14 10.500h3.500M14 13.500h3.500',
  phone: 'M7.500 3.500h9v17h-9zM11 17.500h2',
  code: 'm9 8-4.5 4L9 16M15 8l4.5 4L15 16',
} as const

/** An icon of the manager area, or one of all. */
export type ManagerIconName = IconName | keyof typeof PATHS

const isOwn = (name: ManagerIconName): name is keyof typeof PATHS => name in PATHS

/** As `Icon`, with the icons that only the manager area has. */
export const ManagerIcon = ({ name, className }: { name: ManagerIconName; className?: string }) =>
  isOwn(name) ? (
    <IconDrawing path={PATHS[name]} {...(className !== undefined && { className })} />
  ) : (
    <Icon name={name} {...(className !== undefined && { className })} />
  )
