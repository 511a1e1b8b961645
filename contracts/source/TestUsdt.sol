// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Issuer} from "./Issuer.sol";

/// Money that is none, with the six decimals of the real one. It exists on development chains only.
contract TestUsdt is ERC20, Issuer {
    constructor(address admin, address minter) ERC20("Test USDT", "USDT") Issuer(admin, minter) {}

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(
        bytes32 ref,
        address to,
        uint256 amount
    ) external onlyRole(MINTER_ROLE) whenNotPaused once(ref) {
        _mint(to, amount);
    }
}
