// What Vite makes of files that are no code.
declare module "*.css";
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module "*.svg?url" {
  const address: string;
  export default address;
}
