const PATHS = {
  home: 'M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  book: 'M12 6.5C10 5 7 4.5 3.5 5v13.5C7 18 10 18.5 12 20c2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5zM12 6.5V20',
  bookmark: 'M6.500 4h11v16L12 15.750 6.500 20z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.5-3.3 3.1-5 6.5-5s6 1.7 6.5 5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .7 3.2 2.3 3.5 4.6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3 20 20',
  close: 'm6 6 12 12M18 6 6 18',
  back: 'M20 12H4.5M11 5.5 4.5 12l6.5 6.5',
  chevron: 'm9 5 7 7-7 7',
  down: 'm6 9.5 6 6 6-6',
  sun: 'M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  usb: 'M9 3.500h6v5H9zM7 8.500h10V19a1.500 1.500 0 0 1-1.500 1.500h-7A1.500 1.500 0 0 1 7 19z',
  file: 'M6 3.500h8l4 4V20a.5.5 0 0 1-.5.5h-11A.5.5 0 0 1 6 20zM13.500 3.500V8H18',
  monitor: 'M4 5h16v11H4zM9 20h6M12 16v4',
  languages:
    'M3 5.5h10M8 3.5v2M11 5.5C10.5 9 7.5 12 3.5 13.5M5 8.5c1 2.5 3.5 4.5 6.5 5M12.5 20.5l4.250-10 4.250 10M14 17h5.5',
  open: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  grid: 'M4.5 4.5h5.5v5.5H4.5zM14 4.5h5.5v5.5H14zM4.5 14h5.5v5.5H4.5zM14 14h5.5v5.5H14z',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  alert: 'M12 8v5M12 16.2v.1M12 3.5 2.8 19.5h18.4z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  // Slide controls, for settings.
  sliders:
    'M4 7.500h7.500M16 7.500h4M13.750 9.750a2.250 2.250 0 1 0 0-4.500 2.250 2.250 0 0 0 0 4.500zM4 16.500h3.500M12 16.500h8M9.750 18.750a2.250 2.250 0 1 0 0-4.500 2.250 2.250 0 0 0 0 4.500z',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 11.500H5v9h14v-9h-1',
  plus: 'M12 5v14M5 12h14',
  sort: 'M8 5v14M4.5 15.5 8 19l3.5-3.5M16 19V5M12.5 8.5 16 5l3.5 3.5',
} as const

export type IconName = keyof typeof PATHS

// Icons that point in the direction of reading, mirrored right to left.
const MIRRORED = new Set<IconName>(['back', 'chevron', 'open'])

/** A 24 px outline icon in the colour of the text. Hidden from screen readers: it needs text next to it. */
export const Icon = ({ name, className }: { name: IconName; className?: string }) => (
  <IconDrawing path={PATHS[name]} isMirrored={MIRRORED.has(name)} {...(className !== undefined && { className })} />
)

interface IconDrawingProps {
  path: string
  isMirrored?: boolean
  className?: string
}

/** The drawing of an icon. */
export function IconDrawing({ path, isMirrored = false, className = 'size-5' }: IconDrawingProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`flex-none ${isMirrored ? 'rtl:-scale-x-100' : ''} ${className}`}
    >
      <path d={path} />
    </svg>
  )
}
