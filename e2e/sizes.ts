/** The phone of the journeys; also for a part of a file whose server is not to be started for each size. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const DESKTOP = { viewport: { width: 1280, height: 800 } }
