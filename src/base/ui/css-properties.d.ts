import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Variables of our own style sheets. */
    [variable: `--${string}`]: string | number | undefined
  }
}
