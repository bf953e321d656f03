import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the web platform globals that it lacks and our code uses. */
export default class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      TextEncoder,
      TextDecoder,
      structuredClone,
      fetch,
      Request,
      Response,
      Headers,
      ReadableStream,
      TransformStream,
      // As in production, styled-components inserts rules into the sheet. Into a style element, it would have jsdom
      // parse all of them again for each.
      SC_DISABLE_SPEEDY: false,
    });
  }
}
