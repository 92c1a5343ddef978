import type { QrCode } from '#base/lib/qr-code.schema.ts'

interface QrCodePictureProps {
  qr: QrCode
  /** What the code leads to. */
  label: string
  /** Side of the square in pixels. */
  side: number
  className?: string
}

/** A QR code, black on white in either theme, as readers need it. */
export function QrCodePicture({ qr: { size, path }, label, side, className = '' }: QrCodePictureProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={side}
      height={side}
      shapeRendering="crispEdges"
      className={`flex-none ${className}`}
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
