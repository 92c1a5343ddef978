/** Lets the phone answer its user before long work goes on. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
