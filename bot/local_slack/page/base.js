// Where this workspace is served: a second one of the same server is below a path of its own.

/** The path of the page, with a slash at the end. */
export const BASE = new URL(".", document.baseURI).pathname;
