import { createMiddleware } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'

/**
 * For a frequently called server function whose result is plain JSON (no dates): sends it as JSON, which takes half the
 * bytes and CPU time of TanStack Start's serialisation.
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
    // Server rendering uses the result directly.
    const isCall = getRequest().headers.get('x-tsr-serverfn') === 'true'
    return isCall && 'result' in answer ? { ...answer, result: Response.json(answer.result) } : answer
  })
