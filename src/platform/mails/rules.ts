/** Leaves the host of each link in a text or in HTML, so that a reader still knows where it leads. */
export const maskLinks = (text: string) => text.replace(/(https?:\/\/)(?:[^\s"'<>/?#]*@)?([^\s"'<>/?#]*)[^\s"'<>]*/gi, "$1$2/***")
