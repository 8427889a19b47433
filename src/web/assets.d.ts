// Types of the CSS files that Vite imports.
declare module "*.css";
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module "*.svg?url" {
  const address: string;
  export default address;
}
declare module "*.png?url" {
  const address: string;
  export default address;
}
