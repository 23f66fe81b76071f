-- An order's coupon as the family typed it, and the provider's promotion code that it redeems; null for a coupon's own id, and where an
-- earlier order of the family redeemed the code already.
alter table payment.orders add column coupon_code text, add column promotion_code text;
