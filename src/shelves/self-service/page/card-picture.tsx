/** Widths of the bars and gaps of the drawn code, in turn. */
const BARS = [
  3, 2, 1, 3, 5, 2, 1, 4, 1, 2, 4, 3, 3, 2, 1, 5, 1, 2, 3, 4, 2, 2, 5, 1, 5, 2, 1, 3, 2, 2, 4, 3, 1, 4, 2, 2, 1, 3, 4,
]

/** The same as a path, in a box of 640 by 160. */
const CODE = BARS.map((width, at) => {
  const unit = 640 / BARS.reduce((sum, one) => sum + one, 0)
  const start = BARS.slice(0, at).reduce((sum, one) => sum + one, 0)
  return at % 2 === 0 ? `M${start * unit} 150h${width * unit}v160h${-width * unit}z` : ''
}).join('')

/** A library card under the line of a reader. */
export const CardPicture = () => (
  <div
    aria-hidden="true"
    className="mt-6 hidden max-w-sm tall:block overflow-hidden rounded-lg border border-line bg-raised px-7 py-7 shadow-md upright:mt-8 upright:max-w-2xl upright:sm:px-12 upright:sm:py-10"
  >
    <svg viewBox="-8 0 656 312" className="block w-full">
      <circle cx="52" cy="52" r="50" className="fill-accent/10" />
      <circle cx="52" cy="42" r="14" className="fill-none stroke-accent" strokeWidth="4" />
      <path d="M28 78c3-16 12-20 24-20s21 4 24 20" className="fill-none stroke-accent" strokeWidth="4" />
      <rect x="142" y="26" width="420" height="18" rx="9" className="fill-line" />
      <rect x="142" y="64" width="250" height="18" rx="9" className="fill-line" />
      <path d={CODE} className="fill-ink" />
      <rect x="-8" y="226" width="656" height="8" rx="4" className="fill-danger" />
    </svg>
  </div>
)
