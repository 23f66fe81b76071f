import {
  Link as AliveLink,
  NavLink as AliveNavLink,
  type LinkProps,
  type NavLinkProps,
  useLocation,
} from "@remix-run/react";
import { type ForwardedRef, forwardRef } from "react";
import { plain } from "./written";

/**
 * Links within the product. In a browser they are the framework's; where a page is written it is enough to say where they lead: the
 * framework's link asks half a dozen contexts for that, and a list has fifty links. Both write the same element. Decision 31.
 */

/** The whole way to a page of ours: what is written is what was given. Others depend on where they stand. */
export const wholePath = /^\/(?!\/)[^?#]*(\?[^?#]+)?$/;

const WrittenLink = forwardRef(function WrittenLink(props: LinkProps, ref: ForwardedRef<HTMLAnchorElement>) {
  const { to, discover = "render", reloadDocument, prefetch, preventScrollReset, relative, replace, ...others } = props;
  const { state, viewTransition, ...anchor } = others;
  const isPlain = typeof to === "string" && wholePath.test(to) && (prefetch ?? "none") !== "render";
  if (!isPlain) return <AliveLink ref={ref} {...props} />;
  return <a href={to} data-discover={discover === "render" && !reloadDocument ? "true" : undefined} {...anchor} />;
});

const WrittenNavLink = forwardRef(function WrittenNavLink(props: NavLinkProps, ref: ForwardedRef<HTMLAnchorElement>) {
  const { pathname } = useLocation();
  const { to, end, className, children, style, caseSensitive, "aria-current": current = "page", ...rest } = props;
  if (typeof to !== "string" || !wholePath.test(to) || caseSensitive || style || typeof className === "string") {
    return <AliveNavLink ref={ref} {...props} />;
  }
  const isActive = leadsHere(to.split("?", 1)[0] ?? "", pathname, end);
  const state = { isActive, isPending: false, isTransitioning: false };
  return (
    <WrittenLink to={to} aria-current={isActive ? current : undefined} className={className?.(state)} {...rest}>
      {typeof children === "function" ? children(state) : children}
    </WrittenLink>
  );
});

/** Whether a link's path is the page's own or one above it; `end`: its own alone. */
export function leadsHere(path: string, here: string, end = false): boolean {
  const [to, at] = [path.toLowerCase(), here.toLowerCase()];
  if (to === at) return true;
  const stem = to.length > 1 && to.endsWith("/") ? to.slice(0, -1) : to;
  return !end && at.startsWith(to) && at.charAt(stem.length) === "/";
}

const isWritten = typeof document === "undefined";

export const Link: typeof AliveLink = isWritten ? plain(WrittenLink) : AliveLink;
export const NavLink: typeof AliveNavLink = isWritten ? WrittenNavLink : AliveNavLink;
