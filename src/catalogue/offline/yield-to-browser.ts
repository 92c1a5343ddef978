/** Lets the phone answer its user before long work goes on. */
export const yieldToBrowser = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
