import { m } from '#i18n/paraglide/messages.js'
import type { QrCode } from './sign-in-card.schema.ts'

/** A QR code, black on white in either theme, as readers need it. `side` is in pixels. */
export function CardQrCode({ qr: { size, path }, side }: { qr: QrCode; side: number }) {
  return (
    <svg
      role="img"
      aria-label={m.card_qr()}
      viewBox={`0 0 ${size} ${size}`}
      width={side}
      height={side}
      shapeRendering="crispEdges"
      className="mx-auto flex-none"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
