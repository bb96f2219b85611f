export const schema = async () => 0;
