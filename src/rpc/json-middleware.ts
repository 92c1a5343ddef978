import { createMiddleware } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'

/**
 * For a server function whose answer holds nothing but what JSON can say (no dates), and that is called all the time:
 * it travels as plain JSON, in half the bytes and at half the price on both sides of what TanStack Start writes.
 */
export const jsonMiddleware = createMiddleware({ type: 'function' })
  .client(async ({ next }) => {
    const answer = await next()
    return 'result' in answer && answer.result instanceof Response
      ? { ...answer, result: await answer.result.json() }
      : answer
  })
  .server(async ({ next }) => {
    const answer = await next()
    // A page that is rendered here takes it as it is.
    const isCall = getRequest().headers.get('x-tsr-serverfn') === 'true'
    return isCall && 'result' in answer ? { ...answer, result: Response.json(answer.result) } : answer
  })
