/** Milliseconds that the server gets to answer before the offline catalogue is shown. */
export const ANSWER_PATIENCE = 6000

/** Statuses of a server that cannot be reached (0), and of one that cannot answer or a proxy before it. */
const STATUSES = new Set([0, 502, 503, 504])

/** Whether a status says that there was no answer, so that the offline catalogue is shown. */
export const isWithoutAnswer = (status: number): boolean => STATUSES.has(status)
