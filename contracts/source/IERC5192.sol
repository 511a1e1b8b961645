// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// ERC-5192: a token says of itself that it cannot move. The interface id is 0xb45a3c0e.
interface IERC5192 {
    event Locked(uint256 tokenId);
    event Unlocked(uint256 tokenId);

    function locked(uint256 tokenId) external view returns (bool);
}
