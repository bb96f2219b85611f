const fromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Which way the last letters of a name run. A name in two scripts (`متجر shop`) has to be laid out so, or what has no room is cut out of its middle:
 * the browser goes by the first letters and cuts on the far side of those.
 */
export const endDirection = (name: string): 'ltr' | 'rtl' =>
  fromRight.test([...name].findLast((sign) => /\p{L}/u.test(sign)) ?? '') ? 'rtl' : 'ltr';
